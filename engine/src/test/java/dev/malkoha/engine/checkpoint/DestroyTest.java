package dev.malkoha.engine.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store is there or not, and goes as a whole. */
class DestroyTest {

  private static final long SEED = Trials.seed();

  @TempDir private Path parent = Path.of("");

  private Path store() {
    Path store = parent.resolve("store");
    try (Db db = Db.open(store)) {
      db.put("key".getBytes(UTF_8), "value".getBytes(UTF_8));
      db.flush();
      db.put("key".getBytes(UTF_8), "newer".getBytes(UTF_8));
    }
    return store;
  }

  @Test
  void aStoreExistsUntilItIsDestroyed() throws IOException {
    Path store = store();
    assertTrue(Db.exists(store));
    assertFalse(Db.exists(parent));
    assertFalse(Db.exists(parent.resolve("nothing")));
    Files.createDirectory(store.resolve("set-aside"));
    Files.writeString(store.resolve("set-aside").resolve("000007.sst"), "");
    Db.destroy(store);
    assertFalse(Files.exists(store));
    assertFalse(Db.exists(store));
  }

  @Test
  void anOpenStoreIsNotDestroyed() {
    Path store = store();
    try (Db db = Db.open(store)) {
      assertThrows(DbLockedException.class, () -> Db.destroy(store));
      assertEquals("newer", new String(db.get("key".getBytes(UTF_8)), UTF_8));
    }
    assertTrue(Db.exists(store));
  }

  @Test
  void otherFilesStay() throws IOException {
    Path store = store();
    Path other = Files.writeString(store.resolve("notes.txt"), "mine");
    Db.destroy(store);
    assertEquals("mine", Files.readString(other));
    try (var left = Files.list(store)) {
      assertEquals(List.of(other), left.toList());
    }
  }

  @Test
  void whatIsNoStoreIsRefused() throws IOException {
    Path lmdb = Files.createDirectory(parent.resolve("lmdb"));
    Files.writeString(lmdb.resolve("data.mdb"), "somebody's");
    Path empty = Files.createDirectory(parent.resolve("empty"));
    for (Path none : List.of(lmdb, empty, parent.resolve("nothing"))) {
      assertFalse(Db.exists(none));
      assertThrows(DbNotFoundException.class, () -> Db.destroy(none));
    }
    assertTrue(Files.exists(lmdb.resolve("data.mdb")));
    assertFalse(Files.exists(empty.resolve("LOCK")));
  }

  @Test
  void aDamagedStoreGoesToo() throws IOException {
    Path store = store();
    Files.delete(store.resolve("CURRENT"));
    assertTrue(Db.exists(store));
    assertThrows(DbException.class, () -> Db.open(store).close());
    Db.destroy(store);
    assertFalse(Files.exists(store));
  }

  /** Whatever is left opens with all that was there, or not at all, and can be destroyed. */
  @Test
  void aDestroyThatIsCutShortLeavesNoPartOfAStore() {
    SimulatedDisk disk = new SimulatedDisk();
    Contents all;
    try (Db db = Stores.open(disk, SampleStore.OPTIONS)) {
      SampleStore.fill(db, SEED);
      all = Contents.of(db);
    }
    List<SimulatedDisk> states = new ArrayList<>();
    disk.onCall(
        call -> {
          if (call.kind().isChanging()) {
            states.add(disk.kill());
            CrashState.ALL.forEach(state -> states.add(disk.crash(state, SEED)));
          }
        });
    StoreDb.destroy(disk, Stores.PATH);
    assertTrue(states.size() > 50, "states: " + states.size());
    states.forEach(state -> check(state, all));
  }

  private static void check(SimulatedDisk state, Contents all) {
    if (!StoreDb.exists(state, Stores.PATH)) {
      return;
    }
    try (Db db = Stores.open(state, SampleStore.OPTIONS)) {
      assertEquals(all, Contents.of(db), Trials.replay(DestroyTest.class));
    } catch (DbException e) {
      assertTrue(e.toString().contains("unfinished"), e.toString());
    }
    StoreDb.destroy(state, Stores.PATH);
    assertFalse(StoreDb.exists(state, Stores.PATH));
  }
}
