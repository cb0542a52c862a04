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
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved of damaged stores. */
@Tag("hunt")
class SalvageTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(30);
  private static final int DAMAGES = 12;

  private static final Path SAVED = Path.of("/saved");

  private static String replay(long seed) {
    return Trials.replay(SalvageTest.class, seed);
  }

  @Test
  void allOfASoundStoreIsSaved() {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      SalvagedHistory history = new SalvagedHistory(seed, true, seed % 2 == 0);
      SalvageReport report = Stores.salvage(history.disk, Stores.PATH, SAVED);
      assertTrue(report.isComplete(), replay(seed) + ": " + report);
      assertEquals(history.holds, SalvagedHistory.read(history.disk, SAVED), replay(seed));
      assertTrue(Stores.verify(history.disk, SAVED).ok());
    }
  }

  /** What no range of the report names is as it was; what one names is lost, or was once there. */
  @Test
  void whatIsNotToldOfIsAsItWas() throws IOException {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SalvagedHistory history = new SalvagedHistory(seed, true, random.nextBoolean());
      for (int i = 0; i < DAMAGES; i++) {
        SimulatedDisk damaged = history.disk.kill();
        String what = damages(damaged.filesAtRest(Stores.PATH), random);
        SalvageReport report = Stores.salvage(damaged, Stores.PATH, SAVED);
        check(history, SalvagedHistory.read(damaged, SAVED), report, replay(seed) + ", " + what);
      }
    }
  }

  private static void check(
      SalvagedHistory history,
      Map<String, NavigableMap<String, String>> found,
      SalvageReport report,
      String what) {
    boolean guessed = tells(report, "a guess");
    for (String keyspace : SalvagedHistory.KEYSPACES) {
      NavigableMap<String, String> expected = new TreeMap<>(history.holds.get(keyspace));
      NavigableMap<String, String> left = found.getOrDefault(keyspace, new TreeMap<>());
      left.forEach(
          (key, value) ->
              assertTrue(
                  history.everHad(keyspace, key, value)
                      || (guessed && history.everHad(other(keyspace), key, value)),
                  what + ": " + key + " never had that"));
      Predicate<String> told =
          key ->
              report.losses().stream()
                  .anyMatch(
                      loss ->
                          loss.keyspace().equals(keyspace)
                              && loss.keys().contains(SalvagedHistory.bytes(key)));
      boolean misses = what.contains(".sst removed") && tells(report, "not missed");
      if (!guessed && !misses && !tells(report, "log") && !tells(report, "is not there")) {
        expected.keySet().removeIf(told);
        left.keySet().removeIf(told);
        if (tells(report, "may be back")) {
          left.keySet().retainAll(expected.keySet());
        }
        assertEquals(expected, left, what + "\n" + report);
      }
    }
  }

  /** What there is; nothing if it is no store. */
  private static Map<String, NavigableMap<String, String>> readIfStore(SimulatedDisk disk) {
    try {
      return SalvagedHistory.read(disk, SAVED);
    } catch (DbException e) {
      return Map.of();
    }
  }

  private static String other(String keyspace) {
    return SalvagedHistory.KEYSPACES.get(1 - SalvagedHistory.KEYSPACES.indexOf(keyspace));
  }

  private static boolean tells(SalvageReport report, String words) {
    return report.notes().stream().anyMatch(note -> note.contains(words));
  }

  /** Damages a store at one place, or at some, and says where. */
  private static String damages(FilesAtRest files, SplittableRandom random) throws IOException {
    StringBuilder what = new StringBuilder();
    int places = random.nextInt(3) == 0 ? 3 : 1;
    for (int i = 0; i < places; i++) {
      what.append(damage(files, random)).append("; ");
    }
    return what.toString();
  }

  /** Changes a bit of a file, ends it anywhere, or removes it. */
  private static String damage(FilesAtRest files, SplittableRandom random) throws IOException {
    List<String> names = files.names().stream().filter(name -> !name.equals("LOCK")).toList();
    String name = names.get(random.nextInt(names.size()));
    int length = files.read(name).length;
    int dice = length == 0 ? 0 : random.nextInt(8);
    if (dice == 0) {
      files.remove(name);
      return name + " removed";
    }
    int place = random.nextInt(length);
    if (dice < 3) {
      files.truncate(name, place);
      return name + " ends at " + place;
    }
    files.flipBit(name, place * 8L + random.nextInt(8));
    return name + " at " + place;
  }

  /** Nobody opens a part of what is to be saved, nor an empty store in its place. */
  @Test
  void aSalvageThatIsCutShortIsNoStore() {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      SalvagedHistory history = new SalvagedHistory(seed, true, true);
      List<SimulatedDisk> cut = new ArrayList<>();
      history.disk.onCall(call -> cut.add(history.disk.kill()));
      Stores.salvage(history.disk, Stores.PATH, SAVED);
      history.disk.onCall(call -> {});
      String what = replay(seed) + ": ";
      for (SimulatedDisk disk : cut) {
        Map<String, NavigableMap<String, String>> found = readIfStore(disk);
        assertTrue(found.isEmpty() || found.equals(history.holds), what + found);
      }
    }
  }

  @Test
  void tablesTellOfThemselvesWhatTheManifestDid() {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      for (String lost : List.of("CURRENT", "MANIFEST-")) {
        String of = replay(seed) + " without " + lost;
        SalvagedHistory history = new SalvagedHistory(seed, false, seed % 2 == 0);
        SimulatedDisk disk = history.disk;
        FilesAtRest files = disk.filesAtRest(Stores.PATH);
        files.names().stream().filter(name -> name.startsWith(lost)).forEach(files::remove);
        assertThrows(DbException.class, () -> Stores.open(disk, DbOptions.defaults()).close());
        SalvageReport report = Stores.salvage(disk, Stores.PATH, SAVED);
        Map<String, NavigableMap<String, String>> found = SalvagedHistory.read(disk, SAVED);
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
  void nothingIsChangedAndNothingOverwritten(@TempDir Path directory) throws IOException {
    Path none = Files.createDirectory(directory.resolve("none"));

    Path missing = directory.resolve("missing");
    Path saved = directory.resolve("saved");
    assertThrows(DbNotFoundException.class, () -> DbTools.salvage(none, saved));
    assertThrows(DbNotFoundException.class, () -> DbTools.salvage(missing, saved));
    Path store = directory.resolve("store");
    try (Db db = Db.open(store, DbOptions.defaults())) {
      db.put("a".getBytes(UTF_8), "b".getBytes(UTF_8));
      assertThrows(DbLockedException.class, () -> DbTools.salvage(store, saved));
    }
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("mine"), "x");
    assertThrows(IllegalArgumentException.class, () -> DbTools.salvage(store, full));
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
