package dev.malkoha.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/recipes.md: they compile, run, and are those that the page shows. */
final class RecipesExampleTest {

  private static final String PAGE = "recipes.md";

  private interface Recipe {
    void cook(Path data, PrintStream out) throws IOException;
  }

  private static final List<Recipe> RECIPES =
      List.of(
          RecipesExampleTest::sessions,
          RecipesExampleTest::cache,
          RecipesExampleTest::ends,
          RecipesExampleTest::counters,
          RecipesExampleTest::unique,
          RecipesExampleTest::newestFirst,
          RecipesExampleTest::queue,
          RecipesExampleTest::rotation);

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return new String(bytes, UTF_8);
  }

  /** Eight bytes, the greatest first: numbers from 0 on are in order. */
  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static long number(byte @Nullable [] bytes) {
    assertNotNull(bytes);
    return ByteBuffer.wrap(bytes).getLong();
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static void sessions(Path data, PrintStream out) {
    // example begins
    KeyspaceOptions anHour = KeyspaceOptions.builder().timeToLive(Duration.ofHours(1)).build();
    try (Db db = Db.open(data)) {
      Keyspace sessions = db.keyspace("sessions", anHour);
      for (String user : List.of("ada", "bob", "eve")) {
        sessions.put(bytes(user), bytes("no book")); // logs in, for an hour
      }
      sessions.delete(bytes("bob")); // logs out
      for (String user : List.of("ada", "bob")) { // each request gives an hour more
        byte[] now = sessions.update(bytes(user), old -> old == null ? null : bytes("a book"));
        out.println(user + (now == null ? " has to log in" : " has " + text(now)));
      }
      out.println(sessions.count(KeyRange.all()) + " are here");
    }
    // example ends
  }

  private static void cache(Path data, PrintStream out) {
    // example begins
    byte[] home = bytes("home");
    KeyspaceOptions anHour = KeyspaceOptions.builder().timeToLive(Duration.ofHours(1)).build();
    try (Db db = Db.open(data)) {
      Keyspace pages = db.keyspace("pages", anHour);
      for (int i = 1; i <= 3; i++) {
        byte[] page = pages.get(home);
        if (page == null) { // who comes here at the same time gets the same page
          byte[] made = bytes("made by request " + i); // slowly
          page = pages.update(home, there -> there != null ? there : made);
        }
        out.println(text(page));
      }
      pages.put(bytes("weather"), bytes("rain"), Duration.ofMinutes(5)); // its own time
      pages.delete(home); // has changed
    }
    try (Db db = Db.open(data)) {
      Keyspace pages = db.keyspace("pages"); // it goes on where it was
      out.println(text(pages.get(bytes("weather"))) + ", page: " + pages.contains(home));
    }
    // example ends
  }

  private static void ends(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      Keyspace sessions = db.keyspace("sessions");
      Keyspace byEnd = db.keyspace("sessions-by-end");
      for (int i = 0; i < 5; i++) { // session 0 ends at 100, session 4 at 104
        byte[] id = bytes("session-" + i);
        byte[] end = number(100 + i);
        db.write(
            new WriteBatch()
                .in(sessions)
                .put(id, join(end, bytes("a basket")))
                .in(byEnd)
                .put(join(end, id), bytes("")));
      }
      byte[] prolonged = bytes("session-0"); // its older entry by end stays, and does no harm
      db.write(
          new WriteBatch()
              .in(sessions)
              .put(prolonged, join(number(200), bytes("a basket")))
              .in(byEnd)
              .put(join(number(200), prolonged), bytes("")));

      KeyRange over = KeyRange.below(number(103)); // now and then: all that has ended before 103
      try (Entries ended = byEnd.entries(over)) {
        for (Entry entry : ended) {
          byte[] id = Arrays.copyOfRange(entry.key(), Long.BYTES, entry.key().length);
          byte[] session = sessions.get(id);
          if (session != null && number(session) < 103) {
            sessions.remove(id, session); // unless it was prolonged in this moment
          }
        }
      }
      byEnd.deleteRange(over);
      sessions.entries(KeyRange.all()).forEach(entry -> out.println(text(entry.key())));
    }
    // example ends
  }

  private static void counters(Path data, PrintStream out) {
    // example begins
    DbOptions sums = DbOptions.builder().mergeFunction("sum", MergeFunctions.longSum()).build();
    try (Db db = Db.open(data, sums)) {
      for (String page : List.of("home", "search", "home")) {
        db.merge(bytes(page), number(1));
      }
      db.write( // several that change together
          new WriteBatch().merge(bytes("home"), number(1)).merge(bytes("total"), number(1)));
      for (Entry entry : db.entries(KeyRange.all())) {
        out.println(text(entry.key()) + " " + number(entry.value()));
      }
    }
    // example ends
  }

  private static void unique(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      Keyspace users = db.keyspace("users");
      Keyspace byMail = db.keyspace("users-by-mail");
      for (String user : List.of("ada", "bob")) {
        boolean added =
            db.inTransaction(
                tx -> {
                  byte[] mail = bytes("info@example.org");
                  if (tx.in(byMail).contains(mail)) {
                    return false;
                  }
                  tx.in(users).put(bytes(user), mail);
                  tx.in(byMail).put(mail, bytes(user));
                  return true;
                });
        out.println(user + (added ? " is in" : " is not: somebody has this address"));
      }
      db.runInTransaction( // another address: both entries change, or none
          tx -> {
            byte[] old = tx.in(users).get(bytes("ada"));
            if (old != null) {
              tx.in(byMail).delete(old);
            }
            tx.in(users).put(bytes("ada"), bytes("ada@example.org"));
            tx.in(byMail).put(bytes("ada@example.org"), bytes("ada"));
          });
      out.println(text(byMail.get(bytes("ada@example.org"))));
    }
    // example ends
  }

  private static void newestFirst(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      for (int second = 0; second < 100; second++) {
        db.put(join(bytes("sensor-7/"), number(second)), bytes("at " + second));
      }
      byte[] from = bytes("sensor-7/");
      try (Cursor cursor = db.scan(KeyRange.prefix(from))) { // the newest three
        for (int i = 0; i < 3 && cursor.prev(); i++) {
          out.println(text(cursor.value()));
        }
      }
      try (Cursor cursor = db.scan(KeyRange.prefix(from))) { // the last two up to 50
        boolean found = cursor.seekForPrev(join(from, number(50)));
        for (int i = 0; i < 2 && found; i++, found = cursor.prev()) {
          out.println(text(cursor.value()));
        }
      }
      db.deleteRange(join(from, number(0)), join(from, number(90))); // what is old
      out.println(db.count(KeyRange.prefix(from)) + " left");
    }
    // example ends
  }

  private static void queue(Path data, PrintStream out) {
    // example begins
    try (Db db = Db.open(data)) {
      Keyspace waiting = db.keyspace("waiting");
      Keyspace running = db.keyspace("running");
      for (int i = 0; i < 3; i++) {
        waiting.put(number(i), bytes("job " + i));
      }
      Optional<Entry> taken =
          db.inTransaction( // by any number of threads
              tx -> {
                Entry first = tx.in(waiting).first();
                if (first != null) {
                  tx.in(waiting).delete(first.key());
                  tx.in(running).put(first.key(), first.value());
                }
                return Optional.ofNullable(first);
              });
      taken.ifPresent(job -> out.println("doing " + text(job.value())));
      taken.ifPresent(job -> running.delete(job.key())); // done

      // at the start of the program: what was running when it ended waits again
      for (Entry job : running.entries(KeyRange.all())) {
        db.write(
            new WriteBatch().in(running).delete(job.key()).in(waiting).put(job.key(), job.value()));
      }
      out.println(waiting.count(KeyRange.all()) + " wait");
    }
    // example ends
  }

  private static void rotation(Path data, PrintStream out) throws IOException {
    Path backups = data.resolveSibling("backups");
    // example begins
    try (Db db = Db.open(data)) {
      for (int day = 10; day < 15; day++) {
        db.put(bytes("day"), number(day));
        db.checkpoint(backups.resolve("2026-11-" + day), CheckpointOptions.verify());
        List<Path> newestFirst;
        try (Stream<Path> all = Files.list(backups)) {
          newestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path old : newestFirst.subList(Math.min(3, newestFirst.size()), newestFirst.size())) {
          try (Stream<Path> files = Files.walk(old)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
              Files.delete(file);
            }
          }
        }
      }
    }
    try (Stream<Path> all = Files.list(backups)) {
      all.sorted().forEach(kept -> out.println(kept.getFileName()));
    }
    // example ends
  }

  @Test
  void eachDoesWhatItSays(@TempDir Path directory) throws IOException {
    List<ShownExample> shown = shown();
    assertEquals(RECIPES.size(), shown.size());
    for (int i = 0; i < shown.size(); i++) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Path data = directory.resolve("recipe-" + i).resolve("data");
      RECIPES.get(i).cook(data, new PrintStream(out, true, UTF_8));
      assertEquals(shown.get(i).printed(), out.toString(UTF_8));
    }
  }

  @Test
  void theyAreThoseThatThePageShows() throws IOException {
    List<String> compiled = new ArrayList<>();
    String file = RecipesExampleTest.class.getName().replace('.', '/') + ".java";
    String source = Files.readString(Path.of("src/test/java").resolve(file), UTF_8);
    String begin = "    // example begins\n";
    String end = "\n    // example ends";
    for (int at = source.indexOf(begin); at >= 0; at = source.indexOf(begin, at + 1)) {
      compiled.add(
          source.substring(at + begin.length(), source.indexOf(end, at)).stripIndent() + "\n");
    }
    assertEquals(compiled, shown().stream().map(ShownExample::program).toList());
  }

  private static List<ShownExample> shown() throws IOException {
    return ShownExample.allOf(PAGE);
  }
}
