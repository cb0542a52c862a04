package dev.malkoha.tools.salvage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is saved of damaged stores. */
@Tag("hunt")
class SalvageTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(30);

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

  @Test
  void whatIsNotToldOfIsAsItWas() throws IOException {
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      new SalvageHunt().check(seed);
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
                  assertTrue(isFound(keyspace, held, found), () -> of + held + "\n" + report));
        }
      }
    }
  }

  /** What the log alone has of a keyspace is found by its number, as its name is lost. */
  private static boolean isFound(
      String keyspace,
      NavigableMap<String, String> held,
      Map<String, NavigableMap<String, String>> found) {
    return held.equals(found.getOrDefault(keyspace, new TreeMap<>()))
        || found.entrySet().stream()
            .anyMatch(e -> e.getKey().startsWith("keyspace-") && e.getValue().equals(held));
  }

  @Test
  void nothingIsChangedAndNothingOverwritten(@TempDir Path directory) throws IOException {
    Path none = Files.createDirectory(directory.resolve("none"));

    Path missing = directory.resolve("missing");
    Path saved = directory.resolve("saved");
    assertThrows(DbNotFoundException.class, () -> StoreTools.salvage(none, saved));
    assertThrows(DbNotFoundException.class, () -> StoreTools.salvage(missing, saved));
    Path store = directory.resolve("store");
    try (Db db = Db.open(store, DbOptions.defaults())) {
      db.put("a".getBytes(UTF_8), "b".getBytes(UTF_8));
      assertThrows(DbLockedException.class, () -> StoreTools.salvage(store, saved));
    }
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("mine"), "x");
    assertThrows(IllegalArgumentException.class, () -> StoreTools.salvage(store, full));
    SalvageReport report = StoreTools.salvage(store, saved);
    assertEquals(1, report.entries());
    assertEquals(
        "{\"entries\":1,\"keyspaces\":[{\"name\":\"default\",\"entries\":1}],\"losses\":[],\"notes\":[]}\n",
        report.toJson());
    try (Db db = Db.open(saved, DbOptions.defaults())) {
      assertEquals(1, db.count(KeyRange.all()));
    }
  }
}
