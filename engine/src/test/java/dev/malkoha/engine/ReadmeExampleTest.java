package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's example: it compiles, runs, and is the one that README shows. */
final class ReadmeExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      db.put(bytes("cuckoo"), bytes("lays its eggs elsewhere"));
      db.put(bytes("malkoha"), bytes("builds its own nest"));
      db.write(new WriteBatch().put(bytes("koel"), bytes("sings")).delete(bytes("cuckoo")));
      out.println(text(db.get(bytes("malkoha"))));
      try (Snapshot then = db.snapshot();
          Cursor cursor = db.scan(KeyRange.prefix(bytes("k")), then)) {
        while (cursor.next()) {
          out.println(text(cursor.key()) + " " + text(cursor.value()));
        }
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals("builds its own nest\nkoel sings\n", out.toString(UTF_8));
  }

  @Test
  void isTheOneThatTheReadmeShows() throws IOException {
    String program =
        ShownExample.between(Files.readString(Path.of("../README.md"), UTF_8), "```java\n", "```");
    String shown =
        ShownExample.between(program, "(String[] args) {\n", "\n  }\n").stripIndent() + "\n";
    String compiled = ShownExample.compiledIn(ReadmeExampleTest.class);
    String asShown =
        compiled
            .replace("Db.open(data)", "Db.open(Path.of(\"data\"))")
            .replace("out.println", "System.out.println");
    assertEquals(asShown, shown);
  }
}
