package dev.malkoha.engine.salvage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbTools;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.SalvageReport;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved of damaged stores. */
@Tag("hunt")
class SalvageTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(4);
  private static final int DAMAGES = 12;

  @TempDir private Path directory;

  private int made;

  private static String replay(long seed) {
    return Trials.replay(SalvageTest.class, seed);
  }

  private Path next(String name) {
    return directory.resolve(name + made++);
  }

  @Test
  void allOfASoundStoreIsSaved() {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      Path store = next("store");
      SalvagedHistory history = new SalvagedHistory(seed, store, true, seed % 2 == 0);
      Path saved = next("saved");
      SalvageReport report = DbTools.salvage(store, saved);
      assertTrue(report.isComplete(), replay(seed) + ": " + report);
      assertEquals(history.holds, SalvagedHistory.read(saved), replay(seed));
      assertTrue(DbTools.verify(saved).ok());
    }
  }

  /** What no range of the report names is as it was; what one names is lost, or was once there. */
  @Test
  void whatIsNotToldOfIsAsItWas() throws IOException {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Path store = next("store");
      SalvagedHistory history = new SalvagedHistory(seed, store, true, random.nextBoolean());
      for (int i = 0; i < DAMAGES; i++) {
        Path damaged = next("damaged");
        SalvagedHistory.copy(store, damaged);
        String what = damage(damaged, random);
        Path saved = next("saved");
        SalvageReport report = DbTools.salvage(damaged, saved);
        check(history, SalvagedHistory.read(saved), report, replay(seed) + ", " + what);
      }
    }
  }

  private static void check(
      SalvagedHistory history,
      Map<String, NavigableMap<String, String>> found,
      SalvageReport report,
      String what) {
    for (String keyspace : SalvagedHistory.KEYSPACES) {
      NavigableMap<String, String> expected = new TreeMap<>(history.holds.get(keyspace));
      NavigableMap<String, String> left = found.getOrDefault(keyspace, new TreeMap<>());
      left.forEach(
          (key, value) ->
              assertTrue(
                  history.everHad(keyspace, key, value), what + ": " + key + " never had that"));
      Predicate<String> told =
          key ->
              report.losses().stream()
                  .anyMatch(
                      loss ->
                          loss.keyspace().equals(keyspace)
                              && loss.keys().contains(SalvagedHistory.bytes(key)));
      if (!lostWrites(report)) {
        expected.keySet().removeIf(told);
        left.keySet().removeIf(told);
        assertEquals(expected, left, what + "\n" + report);
      }
    }
  }

  /** Whether writes of any keys may be lost, with a part of the log or of the manifest. */
  private static boolean lostWrites(SalvageReport report) {
    return report.notes().stream()
        .anyMatch(note -> note.contains("log") || note.contains("may be back"));
  }

  /** Changes a byte of a file of a store, and says which. */
  private static String damage(Path store, SplittableRandom random) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(store)) {
      files =
          all.filter(file -> Files.isRegularFile(file) && !file.endsWith("LOCK")).sorted().toList();
    }
    Path file = files.get(random.nextInt(files.size()));
    byte[] bytes = Files.readAllBytes(file);
    int at = random.nextInt(bytes.length);
    bytes[at] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, bytes);
    return file.getFileName() + " at " + at;
  }

  @Test
  void tablesTellOfThemselvesWhatTheManifestDid() throws IOException {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      for (String lost : List.of("CURRENT", "MANIFEST-")) {
        Path store = next("store");
        String of = replay(seed) + " without " + lost;
        SalvagedHistory history = new SalvagedHistory(seed, store, false, seed % 2 == 0);
        try (Stream<Path> files = Files.list(store)) {
          for (Path file : (Iterable<Path>) files::iterator) {
            if (file.getFileName().toString().startsWith(lost)) {
              Files.delete(file);
            }
          }
        }
        assertThrows(DbException.class, () -> Db.open(store, DbOptions.defaults()).close());
        Path saved = next("saved");
        SalvageReport report = DbTools.salvage(store, saved);
        Map<String, NavigableMap<String, String>> found = SalvagedHistory.read(saved);
        boolean guessed = report.notes().stream().anyMatch(note -> note.contains("a guess"));
        if (!guessed) {
          history.holds.forEach(
              (keyspace, held) ->
                  assertEquals(
                      held, found.getOrDefault(keyspace, new TreeMap<>()), of + "\n" + report));
        }
      }
    }
  }

  @Test
  void nothingIsChangedAndNothingOverwritten() throws IOException {
    Path none = Files.createDirectory(next("none"));
    assertThrows(DbNotFoundException.class, () -> DbTools.salvage(none, next("saved")));
    assertThrows(DbNotFoundException.class, () -> DbTools.salvage(next("missing"), next("saved")));
    Path store = next("store");
    try (Db db = Db.open(store, DbOptions.defaults())) {
      db.put("a".getBytes(UTF_8), "b".getBytes(UTF_8));
      assertThrows(DbLockedException.class, () -> DbTools.salvage(store, next("saved")));
    }
    Path full = Files.createDirectory(next("full"));
    Files.writeString(full.resolve("mine"), "x");
    assertThrows(IllegalArgumentException.class, () -> DbTools.salvage(store, full));
    Path saved = next("saved");
    SalvageReport report = DbTools.salvage(store, saved);
    assertEquals(1, report.entries());
    assertEquals(
        "{\"entries\":1,\"keyspaces\":[{\"name\":\"default\",\"entries\":1}],\"losses\":[],\"notes\":[]}\n",
        report.toJson());
    try (Db db = Db.open(saved, DbOptions.defaults())) {
      assertEquals(1, db.count(KeyRange.all()));
    }
  }
}
