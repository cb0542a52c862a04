package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/merge.md: it compiles, runs, and is the one that the page shows. */
@SuppressWarnings("NullAway") // the page shows no checks
final class MergeExampleTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void example(Path data, PrintStream out) {
    // example begins
    KeyspaceOptions sums =
        KeyspaceOptions.builder().mergeFunction("sum", MergeFunctions.longSum()).build();
    KeyspaceOptions longest =
        KeyspaceOptions.builder()
            .mergeFunction(
                "longest",
                (key, value, operands) ->
                    operands.stream()
                        .reduce(value, (a, b) -> a == null || b.length > a.length ? b : a))
            .build();
    try (Db db = Db.open(data)) {
      Keyspace visits = db.keyspace("visits", sums);
      Keyspace names = db.keyspace("names", longest);
      for (String page : List.of("home", "news", "home")) {
        visits.merge(bytes(page), MergeFunctions.number(1));
      }
      names.merge(bytes("ada"), bytes("Ada"));
      names.merge(bytes("ada"), bytes("Ada Lovelace"));
      db.write(
          new WriteBatch()
              .in(visits)
              .merge(bytes("home"), MergeFunctions.number(10))
              .in(names)
              .merge(bytes("ada"), bytes("A. L.")));
      out.println("home: " + MergeFunctions.number(visits.get(bytes("home"))));
      out.println("ada: " + new String(names.get(bytes("ada")), UTF_8));
    }
    try (Db db = Db.open(data)) {
      out.println("news: " + MergeFunctions.number(db.keyspace("visits").get(bytes("news"))));
      try {
        db.keyspace("names");
      } catch (IllegalStateException e) {
        out.println(
            "give it again: " + new String(db.keyspace("names", longest).get(bytes("ada")), UTF_8));
      }
    }
    // example ends
  }

  @Test
  void doesWhatItSays(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    example(directory.resolve("data"), new PrintStream(out, true, UTF_8));
    assertEquals(ShownExample.of("merge.md").printed(), out.toString(UTF_8));
  }

  @Test
  void isTheOneThatThePageShows() throws IOException {
    ShownExample shown = ShownExample.of("merge.md");
    assertEquals(shown.program(), ShownExample.compiledIn(MergeExampleTest.class));
  }
}
