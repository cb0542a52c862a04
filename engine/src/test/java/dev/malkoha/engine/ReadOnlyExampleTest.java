package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/read-only.md: it compiles, runs, and is the one that the page shows. */
final class ReadOnlyExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    try (Db writer = Db.open(data)) {
      writer.put(bytes("nest"), bytes("one egg"));
      try (DbReader reader = Db.openReadOnly(data)) {
        writer.put(bytes("nest"), bytes("two eggs"));
        out.println(text(reader.get(bytes("nest"))));
        try (Snapshot then = reader.snapshot()) {
          out.println(reader.refresh());
          out.println(text(reader.get(bytes("nest"))));
          out.println(text(reader.get(bytes("nest"), then)));
        }
        out.println(reader.refresh());
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("read-only.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("read-only.md");
    assertEquals(shown.program(), ShownExample.compiledIn(ReadOnlyExampleTest.class));
  }
}
