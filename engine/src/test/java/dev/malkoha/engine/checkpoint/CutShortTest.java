package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A checkpoint, or a restoring, that a power cut, a kill or a failing disk ends at any of its
 * calls: what it leaves is no store, the store itself has lost nothing, and it can be made again in
 * the same place.
 */
@Tag("hunt")
final class CutShortTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(CutShortTest.class);

  private static final Path TO = Path.of("/backup/one");
  private static final Path FROM = Path.of("/backup/from");

  /** What is cut short. */
  private interface Act {
    void on(SimulatedDisk disk, Db db);
  }

  private static final Act CHECKPOINT = (disk, db) -> db.checkpoint(TO);
  private static final Act RESTORE = (disk, db) -> Stores.restore(disk, FROM, TO);

  /** The contents of the store on every disk of the tests. */
  private @Nullable Contents then;

  /** A disk with a store and a checkpoint of it. */
  private SimulatedDisk prepared(boolean links) {
    SimulatedDisk disk = new SimulatedDisk();
    if (!links) {
      disk.refuseLinks();
    }
    try (Db db = Stores.open(disk, SampleStore.OPTIONS)) {
      SampleStore.fill(db, SEED);
      then = Contents.of(db);
      db.checkpoint(FROM);
    }
    return disk;
  }

  private static Db open(SimulatedDisk disk) {
    return Stores.open(disk, SampleStore.OPTIONS);
  }

  @ParameterizedTest
  @CsvSource({"true,true,5", "false,true,9", "true,false,3", "false,false,9"})
  void crashes(boolean links, boolean takes, int oneIn) {
    crashes(links, takes ? CHECKPOINT : RESTORE, Trials.oneIn(oneIn));
  }

  private void crashes(boolean links, Act act, int oneIn) {
    SimulatedDisk disk = prepared(links);
    List<SimulatedDisk> states = new ArrayList<>();
    int[] chance = {(int) SEED};
    try (Db db = open(disk)) {
      disk.onCall(
          call -> {
            if (call.kind().isChanging()) {
              addStates(disk, chance, oneIn, states);
            }
          });
      act.on(disk, db);
      disk.onCall(call -> {});
    }
    int least = Trials.isWhole() ? 20 : 60 / oneIn;
    assertTrue(states.size() > least, "states: " + states.size());
    for (int i = 0; i < states.size(); i++) {
      try {
        check(states.get(i), act);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("state " + i + ", one in " + oneIn + ", " + REPLAY, e);
      }
    }
  }

  /** Of each call the states that differ most, and in turn one of all others. */
  private static void addStates(
      SimulatedDisk disk, int[] chance, int oneIn, List<SimulatedDisk> states) {
    List<CrashState> all = CrashState.ALL;
    for (int kind = -1; kind < all.size(); kind++) {
      if (Math.floorMod(chance[0]++, oneIn) == 0) {
        states.add(kind < 0 ? disk.kill() : disk.crash(all.get(kind), SEED + chance[0]));
      }
    }
  }

  private void check(SimulatedDisk disk, Act act) {
    boolean whole = isWhole(disk);
    try (Db db = open(disk)) {
      assertEquals(then, Contents.of(db), "the store");
      assertEquals(List.of(), db.problems());
      if (whole) {
        assertThrows(IllegalArgumentException.class, () -> act.on(disk, db));
      } else {
        act.on(disk, db);
      }
    }
    assertEquals(then, Contents.of(disk, TO), "made again");
    assertEquals(List.of(), Stores.verify(disk, TO).problems());
  }

  /** Whether there is a store in the directory, which then is all that it should be. */
  private boolean isWhole(SimulatedDisk disk) {
    Contents found;
    try {
      found = Contents.of(disk, TO);
    } catch (DbException e) {
      return false;
    }
    assertEquals(then, found, "what was cut short");
    return true;
  }

  /** In which way calls fail. */
  enum How {
    IO_ERROR,
    IO_ERROR_FROM_THEN_ON,
    NO_SPACE,
    NO_SPACE_FROM_THEN_ON,
    AFTER_THE_EFFECT,
    NO_MEMORY;

    Fault at(long call) {
      return switch (this) {
        case IO_ERROR -> Fault.at(call);
        case IO_ERROR_FROM_THEN_ON -> Fault.from(call);
        case NO_SPACE -> Fault.at(call).noSpace();
        case NO_SPACE_FROM_THEN_ON -> Fault.from(call).noSpace();
        case AFTER_THE_EFFECT -> // nobody could let go of a lock that he was not given
            Fault.when(c -> c.index() == call && c.kind() != CallKind.LOCK).afterTheEffect();
        case NO_MEMORY -> Fault.at(call).as(Fault.Kind.NO_MEMORY);
      };
    }

    boolean isOnce() {
      return this != IO_ERROR_FROM_THEN_ON && this != NO_SPACE_FROM_THEN_ON;
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true,4", "false,true,7", "true,false,3", "false,false,7"})
  void failures(boolean links, boolean takes, int oneIn) {
    failures(links, takes ? CHECKPOINT : RESTORE, Trials.oneIn(oneIn));
  }

  private void failures(boolean links, Act act, int oneIn) {
    SimulatedDisk prepared = prepared(links);
    long calls = calls(prepared.kill(), act);
    assertTrue(calls > 20, "calls: " + calls);
    int chance = (int) SEED;
    for (long call = 0; call < calls; call++) {
      for (How how : How.values()) {
        if (Math.floorMod(chance++, oneIn) == 0) {
          try {
            fail(prepared.kill(), act, how, call);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(how + " at call " + call + ", " + REPLAY, e);
          }
        }
      }
    }
  }

  private static long calls(SimulatedDisk disk, Act act) {
    try (Db db = open(disk)) {
      long before = disk.calls();
      act.on(disk, db);
      return disk.calls() - before;
    }
  }

  private void fail(SimulatedDisk disk, Act act, How how, long call) {
    try (Db db = open(disk)) {
      List<String> handles = disk.handles();
      disk.fail(how.at(disk.calls() + call));
      boolean done = isDone(act, disk, db);
      disk.repair();
      assertEquals(handles, disk.handles());
      boolean whole = isWhole(disk);
      assertTrue(whole || !done, "said to be done");
      if (!done && how.isOnce()) {
        assertEquals(List.of(), filesLeft(disk), "all that was made is removed");
      }
      db.put(SampleStore.key(2000), SampleStore.key(1));
      db.delete(SampleStore.key(2000));
      if (!whole) {
        act.on(disk, db);
      }
      assertEquals(then, Contents.of(disk, TO));
      assertEquals(then, Contents.of(db), "the store");
    }
  }

  /** A directory whose very making failed may be there, but nothing in it. */
  private static List<String> filesLeft(SimulatedDisk disk) {
    if (!disk.isDirectory(TO)) {
      return List.of();
    }
    try (Directory directory = disk.openExisting(TO)) {
      return directory.list();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isDone(Act act, SimulatedDisk disk, Db db) {
    try {
      act.on(disk, db);
      return true;
    } catch (DbException | OutOfMemoryError e) {
      return false;
    }
  }
}
