package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/resources.md: it compiles, runs, and is the one that the page shows. */
final class ResourcesExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    try (SharedResources shared =
        SharedResources.builder()
            .blockCacheBytes(32 << 20)
            .memTableBytes(16 << 20)
            .backgroundThreads(2)
            .maxOpenFiles(1_000)
            .writeBytesPerSecond(200 << 20)
            .build()) {
      DbOptions options = DbOptions.builder().resources(shared).build();
      try (Db orders = Db.open(data.resolve("orders"), options);
          Db sessions = Db.open(data.resolve("sessions"), options)) {
        orders.put(bytes("17"), bytes("two cuckoo clocks"));
        sessions.put(bytes("ada"), bytes("since 9:00"));
        out.println(shared.stores().size() + " stores");
        out.println("at most " + (shared.memoryBytesMax() >> 20) + " MiB");
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("resources.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("resources.md");
    assertEquals(shown.program(), ShownExample.compiledIn(ResourcesExampleTest.class));
  }
}
