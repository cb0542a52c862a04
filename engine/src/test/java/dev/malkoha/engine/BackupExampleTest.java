package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the page on backups: it compiles, runs, and is the one that the page shows. */
final class BackupExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, Path backups, Path restored, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      db.put(bytes("koel"), bytes("sings"));
      Checkpoint monday = db.checkpoint(backups.resolve("monday"));
      db.put(bytes("koel"), bytes("is silent"));
      Checkpoint tuesday = db.checkpoint(backups.resolve("tuesday"));
      out.println(tuesday.sequence() - monday.sequence() + " write in between");

      Set<Checkpoint.File> toShip = new HashSet<>(tuesday.files());
      monday.files().forEach(toShip::remove); // who has monday's files needs these as well
      out.println(toShip.size() < tuesday.files().size() ? "some are shared" : "none is shared");
    }
    Checkpoint monday = Checkpoint.read(backups.resolve("monday"));
    if (monday.verify().isEmpty()) { // reads every byte
      Checkpoint.restore(monday.directory(), restored); // so does this
    }
    try (DbReader db = Db.openReadOnly(restored)) {
      out.println("the koel " + text(db.get(bytes("koel"))));
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) {
    Path data = directory.resolve("data");
    try (Db db = Db.open(data)) {
      db.put(bytes("malkoha"), bytes("builds its own nest"));
      db.flush();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    example(data, directory.resolve("backups"), directory.resolve("restored"), print);
    assertEquals("1 write in between\nsome are shared\nthe koel sings\n", out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    Path own = Path.of("src/test/java/dev/malkoha/engine/BackupExampleTest.java");
    String page = Files.readString(Path.of("../docs/backup.md"), UTF_8);
    String compiled =
        between(Files.readString(own, UTF_8), "// example begins\n", "\n    // example ends");
    assertEquals(compiled.stripIndent() + "\n", between(page, "```java\n", "```"));
  }

  private static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }
}
