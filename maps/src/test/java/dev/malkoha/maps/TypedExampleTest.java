package dev.malkoha.maps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The examples of docs/typed.md: they compile, run, and are those that the page shows. */
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

  // example begins
  record Trip(String by, List<String> stops) {}

  private static void trips(Path data, PrintStream out) {
    Codec<Trip> json = JacksonCodec.of(JsonMapper.shared(), Trip.class);
    try (Db db = Db.open(data)) {
      Keyspace bytes = db.keyspace("trips");
      TypedMap<Integer, Trip> trips = TypedMap.of(bytes, Codecs.ints(), json);
      trips.put(1, new Trip("Ada", List.of("Otira", "Bealey")));
      out.println(trips.get(1));
      out.println(new String(bytes.get(Codecs.ints().encode(1)), UTF_8));
    }
  }

  // example ends

  @Test
  void eachDoesWhatItSays(@TempDir Path directory) throws IOException {
    List<BiConsumer<Path, PrintStream>> examples =
        List.of(TypedExampleTest::example, TypedExampleTest::trips);
    for (BiConsumer<Path, PrintStream> example : examples) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      example.accept(directory.resolve("data"), new PrintStream(out, true, UTF_8));
      assertShown("```\n", out.toString(UTF_8));
    }
  }

  @Test
  void theyAreThoseThatThePageShows() throws IOException {
    Matcher examples =
        Pattern.compile("(?s)\n  // example begins\n(.*?)\n\n  // example ends\n")
            .matcher(Files.readString(SOURCE));
    List<String> compiled =
        examples.results().map(found -> found.group(1).stripIndent() + "\n").toList();
    for (String program : compiled) {
      assertShown("```java\n", program);
    }
    assertEquals(compiled.size() + 1, Files.readString(PAGE).split("```java\n").length);
  }

  private static void assertShown(String fence, String text) throws IOException {
    assertTrue(
        Files.readString(PAGE).contains(fence + text + "```"),
        PAGE + " shows something else than:\n" + text);
  }
}
