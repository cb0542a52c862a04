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

/** The example of docs/transactions.md: it compiles, runs, and is the one that the page shows. */
final class TransactionsExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] number(long number) {
    return bytes(Long.toString(number));
  }

  private static long number(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return Long.parseLong(new String(bytes, UTF_8));
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      db.putIfAbsent(bytes("ada"), number(100));
      db.putIfAbsent(bytes("bob"), number(0));
      db.update(bytes("visits"), value -> number(value == null ? 1 : number(value) + 1));
      long left =
          db.inTransaction(
              tx -> {
                long ada = number(tx.get(bytes("ada"))) - 30;
                long bob = number(tx.get(bytes("bob"))) + 30;
                tx.put(bytes("ada"), number(ada)).put(bytes("bob"), number(bob));
                return ada;
              });
      out.println("ada has " + left + ", bob has " + number(db.get(bytes("bob"))));
      try (Transaction tx = db.transaction()) {
        tx.put(bytes("ada"), number(0));
        db.put(bytes("ada"), number(1));
        tx.commit();
      } catch (TransactionConflictException e) {
        out.println("somebody else was first");
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("transactions.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("transactions.md");
    assertEquals(shown.program(), ShownExample.compiledIn(TransactionsExampleTest.class));
  }
}
