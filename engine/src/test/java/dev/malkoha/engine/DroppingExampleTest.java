package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.CompactionFilter.Decision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/dropping.md: it compiles, runs, and is the one that the page shows. */
final class DroppingExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    Set<String> gone = ConcurrentHashMap.newKeySet();
    CompactionFilter filter =
        (key, value) ->
            gone.stream().anyMatch(tenant -> text(key).startsWith(tenant + "/"))
                ? Decision.remove()
                : Decision.keep();
    KeyspaceOptions options = KeyspaceOptions.builder().compactionFilter(filter).build();
    try (Db db = Db.open(data)) {
      Keyspace orders = db.keyspace("orders", options);
      orders.put(bytes("acme/1"), bytes("a chair"));
      orders.put(bytes("hal/1"), bytes("a lamp"));
      gone.add("hal");
      orders.compact();
      out.println(orders.count(KeyRange.all()) + " order is left");
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("dropping.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("dropping.md");
    assertEquals(shown.program(), ShownExample.compiledIn(DroppingExampleTest.class));
  }
}
