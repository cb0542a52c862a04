package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/reading.md: it compiles, runs, and is the one that the page shows. */
final class ReadingExampleTest {

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
      for (int i = 100; i < 200; i++) {
        db.put(bytes("bird/" + i), bytes("cuckoo " + i));
      }
      List<byte[]> some =
          db.getAll(List.of(bytes("bird/150"), bytes("bird/999"), bytes("bird/101")));
      out.println(text(some.get(0)) + ", " + (some.get(1) == null) + ", " + text(some.get(2)));

      ByteBuffer buffer = ByteBuffer.allocateDirect(64);
      int length = db.get(bytes("bird/150"), buffer);
      out.println(length + " bytes, " + db.contains(bytes("bird/999")));

      Entry below = db.lower(bytes("bird/150"));
      if (below != null) {
        out.println(text(below.key()) + " comes before");
      }

      KeyRange few =
          KeyRange.above(bytes("bird/190")).intersect(KeyRange.atMost(bytes("bird/193")));
      for (Entry entry : db.entries(few)) {
        out.println(text(entry.value()));
      }
      try (Stream<Entry> stream = db.stream(KeyRange.prefix(bytes("bird/")))) {
        out.println(stream.limit(3).mapToInt(entry -> entry.value().length).sum());
      }
      db.deleteRange(KeyRange.atLeast(bytes("bird/120")));
      out.println(db.count(KeyRange.all()) + " left");
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("reading.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("reading.md");
    assertEquals(shown.program(), ShownExample.compiledIn(ReadingExampleTest.class));
  }
}
