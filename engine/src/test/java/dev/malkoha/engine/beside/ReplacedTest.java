package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies of a store are put in the place of the one that is read, at any call: the reader shows one
 * of them whole, or says that what it had is gone.
 */
class ReplacedTest {

  private static final int HISTORIES = 100;

  @Tag("hunt")
  @Test
  void showsOneCopyOrNone() {
    long told = Trials.seeds(HISTORIES).map(ReplacedTest::run).sum();
    int histories = Trials.count(HISTORIES);
    assertTrue(histories == 1 || told > histories, "told: " + told);
  }

  @Test
  void aDirectoryThatIsRenamedIsNoticedOnARealDisk(@TempDir Path parent) throws IOException {
    Path store = parent.resolve("store");
    byte[] key = {1};
    try (Db db = Db.open(store)) {
      db.put(key, new byte[] {1});
      db.checkpoint(parent.resolve("older"));
      db.put(key, new byte[] {2});
      db.checkpoint(parent.resolve("newer"));
    }
    for (String copy : List.of("older", "newer")) {
      try (DbReader reader = Db.openReadOnly(store)) {
        byte[] shown = reader.get(key);
        Path away = Files.move(store, parent.resolve("away-" + copy));
        assertThrows(DbNotFoundException.class, reader::refresh);
        Checkpoint.restore(parent.resolve(copy), store);
        assertThrows(DbNotFoundException.class, reader::refresh);
        Db.openExisting(store, DbOptions.defaults()).close();
        assertThrows(DbNotFoundException.class, reader::refresh);
        assertArrayEquals(shown, reader.get(key));
        Files.move(store, parent.resolve("restored-" + copy));
        Files.move(away, store);
        assertFalse(reader.refresh());
        assertArrayEquals(shown, reader.get(key));
      }
      Files.move(store, parent.resolve("done-" + copy));
      Files.move(parent.resolve("restored-" + copy), store);
    }
  }

  /**
   * Each opening takes a file number, so that a copy from before the last one is known as older.
   */
  @Test
  void anOlderCopyThatWasMadeByHandIsToldOf() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Path older = Path.of("/older");
    byte[] key = {1};
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.put(key, new byte[] {1});
    }
    Branch.copy(disk, Stores.PATH, older);
    Db db = Stores.open(disk, DbOptions.defaults());
    db.put(key, new byte[] {2});
    try (DbReader reader = Stores.openReadOnly(disk, DbOptions.defaults())) {
      db.close();
      disk.move(Stores.PATH, Path.of("/away"));
      disk.move(older, Stores.PATH);
      assertThrows(DbNotFoundException.class, reader::refresh);
      assertArrayEquals(new byte[] {2}, reader.get(key));
    }
  }

  /** A store that is there for some calls of an opening, and gone before and after. */
  @Test
  void aStoreThatComesAndGoesIsNotDamaged() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Path store = Path.of("/store");
    Branch branch = new Branch(disk, store, 1);
    branch.go(new SplittableRandom(Trials.seed()), 20);
    branch.close();
    int found = 0;
    for (int from = 0; from < 12; from++) {
      for (int calls = 1; calls < 12; calls++) {
        found += isFound(disk, store, from, from + calls) ? 1 : 0;
      }
    }
    assertTrue(found < 12 * 11, "no opening has seen that nothing was there");
  }

  private static boolean isFound(SimulatedDisk disk, Path store, int from, int to) {
    PlacedDisk placed = new PlacedDisk();
    placed.place(disk, store);
    int[] calls = {0};
    Runnable meanwhile =
        () -> {
          if (calls[0]++ == from) {
            placed.place(disk, store);
          } else if (calls[0] == 1 || calls[0] > to) {
            placed.clear();
          }
        };
    try {
      Stores.openReadOnly(Between.calls(placed, meanwhile), Branch.OPTIONS).close();
      return true;
    } catch (DbNotFoundException e) {
      return false; // there was nothing before or after
    }
  }

  private static int run(long seed) {
    try {
      return new ReplacedHistory(seed).run();
    } catch (IOException | RuntimeException | AssertionError e) {
      return fail(Trials.replay(ReplacedTest.class, seed), e);
    }
  }
}
