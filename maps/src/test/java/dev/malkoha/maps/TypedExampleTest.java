package dev.malkoha.maps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.ConcurrentNavigableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/typed.md: it compiles, runs, and is the one that the page shows. */
final class TypedExampleTest {

  private static final Path PAGE = Path.of("..", "docs", "typed.md");
  private static final Path SOURCE =
      Path.of("src", "test", "java", "dev", "malkoha", "maps", "TypedExampleTest.java");

  // example begins
  record Sighting(String place, int birds) {}

  private static void example(Path data, PrintStream out) {
    TupleCodec<Pair<String, Instant>> keys = Codecs.tuple(Codecs.strings(), Codecs.instants());
    try (Db db = Db.open(data)) {
      TypedMap<Pair<String, Instant>, Sighting> seen =
          TypedMap.of(db.keyspace("seen"), keys, Codecs.records(Sighting.class));
      seen.put(new Pair<>("kea", Instant.ofEpochSecond(200)), new Sighting("Arthur's Pass", 2));
      seen.put(new Pair<>("kea", Instant.ofEpochSecond(100)), new Sighting("Otira", 5));
      seen.put(new Pair<>("koel", Instant.ofEpochSecond(150)), new Sighting("Cairns", 1));
      seen.forEach(keys.prefix("kea"), (key, value) -> out.println(key.second() + " " + value));

      ConcurrentNavigableMap<String, Integer> total =
          TypedMap.of(db.keyspace("total"), Codecs.strings(), Codecs.ints()).asNavigableMap();
      seen.stream(keys.prefix())
          .forEach(s -> total.merge(s.getKey().first(), s.getValue().birds(), Integer::sum));
      out.println(total + ", the last is " + total.lastKey());
    }
  }

  // example ends

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertShown(out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    String source = Files.readString(SOURCE);
    String begin = "// example begins\n";
    String end = "  // example ends";
    int from = source.indexOf(begin) + begin.length();
    assertShown(
        source.substring(from, source.indexOf(end, from)).stripTrailing().stripIndent() + "\n");
  }

  private static void assertShown(String text) throws IOException {
    String page = Files.readString(PAGE);
    assertTrue(
        page.contains("```\n" + text + "```") || page.contains("```java\n" + text + "```"),
        PAGE + " shows something else than:\n" + text);
  }
}
