package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/expiry.md: it compiles, runs, and is the one that the page shows. */
final class ExpiryExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    KeyspaceOptions anHour = KeyspaceOptions.builder().timeToLive(Duration.ofHours(1)).build();
    try (Db db = Db.open(data)) {
      Keyspace sessions = db.keyspace("sessions", anHour);
      sessions.put(bytes("ada"), bytes("a basket"));
      sessions.put(bytes("guest"), bytes("an empty basket"), Duration.ofMillis(1));
      while (sessions.contains(bytes("guest"))) {
        Thread.onSpinWait(); // for a millisecond
      }
      try (Cursor living = sessions.scan(KeyRange.all())) {
        while (living.next()) {
          Duration left = Duration.between(Instant.now(), living.expiry());
          out.println(text(living.key()) + " lives for " + (1 + left.toMinutes()) + " minutes");
        }
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("expiry.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("expiry.md");
    assertEquals(shown.program(), ShownExample.compiledIn(ExpiryExampleTest.class));
  }
}
