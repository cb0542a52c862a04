package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the page on bulk loading compiles, and prints what the page says. */
class BulkLoadingExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void example(Path data, Path part, PrintStream out) {
    // example begins
    Stream<Map.Entry<byte[], byte[]>> entries =
        IntStream.range(0, 100_000)
            .mapToObj(i -> Map.entry(bytes("key" + i * 7919 % 100_000), bytes("value" + i)));
    IngestOptions options =
        IngestOptions.ofMemory(1 << 20)
            .withProgress(now -> System.err.println(now.phase() + " " + now.entries()));
    try (Db db = Db.open(data)) {
      db.put(bytes("key5"), bytes("older"));
      Ingestion done = db.ingest(entries.iterator(), options);
      out.println(done.entries() + " entries");
      out.println(new String(db.get(bytes("key5")), UTF_8));
      try (TableWriter writer = TableWriter.create(part, KeyspaceOptions.defaults())) {
        writer.put(bytes("apple"), bytes("red"));
        writer.put(bytes("plum"), bytes("blue"));
        writer.finish();
      }
      out.println(db.ingestFiles(List.of(part)).entries() + " more");
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(
        directory.resolve("data"), directory.resolve("part"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("bulk-loading.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("bulk-loading.md");
    assertEquals(shown.program(), ShownExample.compiledIn(BulkLoadingExampleTest.class));
  }
}
