package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of docs/observability.md: it compiles, runs, and is the one that the page shows. So
 * is the page's list of metrics.
 */
final class ObservabilityExampleTest {

  private static final String PAGE = "observability.md";

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    DbListener listener =
        new DbListener() {
          @Override
          public void flushed(Flushed event) {
            out.println(event.keyspace() + ": " + event.written().entries() + " entries written");
          }
        };
    DbOptions options = DbOptions.builder().listener(listener).recordLatencies(true).build();
    try (Db db = Db.open(data, options)) {
      db.put(bytes("koel"), bytes("sings"));
      db.put(bytes("malkoha"), bytes("builds its own nest"));
      db.flush();
      DbStats stats = db.stats();
      out.println((long) stats.metric("puts").value() + " puts");
      out.println((long) stats.metric("flush.runs").value() + " flush");
      stats
          .toPrometheus()
          .lines()
          .filter(line -> line.contains("malkoha_table_entries"))
          .forEach(out::println);
    }
    // example ends
  }

  /** The listener is told on another thread: whether it prints first is not said. */
  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(
        ShownExample.of(PAGE).printed().lines().sorted().toList(),
        out.toString(UTF_8).lines().sorted().toList());
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    assertEquals(
        ShownExample.of(PAGE).program(), ShownExample.compiledIn(ObservabilityExampleTest.class));
  }

  @Test
  void thePageListsTheMetricsThatThereAre() throws IOException {
    String page = Files.readString(Path.of("../docs", PAGE), UTF_8);
    assertEquals(list(), ShownExample.between(page, "<!-- metrics -->\n", "<!-- end -->"));
  }

  private static List<Metric> metrics() {
    try (Db db =
        Stores.open(new SimulatedDisk(), DbOptions.builder().recordLatencies(true).build())) {
      return db.stats().metrics();
    }
  }

  private static String list() {
    StringBuilder list =
        new StringBuilder("| metric | kind | unit | what it says |\n|---|---|---|---|\n");
    for (Metric one : metrics()) {
      list.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %s | %s | %s |%n",
              one.name(),
              one.kind().name().toLowerCase(Locale.ROOT),
              one.unit().words(),
              one.description()));
    }
    return list.toString();
  }
}
