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

/** The example of docs/keyspaces.md: it compiles, runs, and is the one that the page shows. */
final class KeyspacesExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    KeyspaceOptions sessions =
        KeyspaceOptions.builder().memTableBytes(8 << 20).blockBytes(1024).build();
    try (Db db = Db.open(data)) {
      Keyspace orders = db.keyspace("orders");
      Keyspace byCustomer = db.keyspace("by-customer");
      db.keyspace("sessions", sessions);
      db.write(
          new WriteBatch()
              .in(orders)
              .put(bytes("17"), bytes("two cuckoo clocks"))
              .in(byCustomer)
              .put(bytes("ada/17"), bytes("")));
      try (Snapshot then = db.snapshot()) {
        orders.delete(bytes("17"));
        out.println(text(orders.get(bytes("17"), then)));
      }
      out.println(db.keyspaces());
      db.dropKeyspace("sessions");
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("keyspaces.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("keyspaces.md");
    assertEquals(shown.program(), ShownExample.compiledIn(KeyspacesExampleTest.class));
  }
}
