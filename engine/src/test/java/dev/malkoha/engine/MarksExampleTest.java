package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/marks.md: it compiles, runs, and is the one that the page shows. */
final class MarksExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "nothing" : new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    DbOptions atMarks = DbOptions.builder().openAtLastMark(true).build();
    try (Db db = Db.open(data, atMarks)) {
      db.put(bytes("ada"), bytes("1"));
      db.keyspace("totals").put(bytes("all"), bytes("1"));
      db.mark(bytes("offset 1"));
      db.put(bytes("ada"), bytes("2"));
      db.delete(bytes("all"));
      db.flush(); // does not make it stay
      try (Snapshot committed = db.snapshotAtLastMark()) {
        out.println("ada has " + text(committed.get(bytes("ada"))) + " at the mark");
      }
      out.println("ada has " + text(db.get(bytes("ada"))) + " now");
    }
    try (Db db = Db.open(data, atMarks)) {
      out.println("ada has " + text(db.get(bytes("ada"))) + ", go on from " + text(db.lastMark()));
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("marks.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("marks.md");
    assertEquals(shown.program(), ShownExample.compiledIn(MarksExampleTest.class));
  }
}
