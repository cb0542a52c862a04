package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One history of two or three processes that are after one directory, and of a user who may move it
 * away. Their calls to the disk come in a random order that depends on the seed alone.
 */
final class RivalHistory {

  private static final int KILLED_ONE_IN = 3;

  private static final int LATE_CALLS = 12;

  /** About as many calls as all actors make. */
  private static final int CALLS = 240;

  private final SplittableRandom random;
  private final SimulatedDisk disk;
  private final Scripts scripts;
  private final List<Actor> actors = new ArrayList<>();
  private final InitialDisk.State state;
  private final int most;
  private boolean killed;

  /** Prepares the history of a seed. */
  RivalHistory(long seed, boolean trustsLocks) {
    random = new SplittableRandom(seed);
    InitialDisk.State[] states = InitialDisk.State.values();
    state = states[random.nextInt(states.length)];
    disk = InitialDisk.with(state);
    if (trustsLocks) {
      disk.trustLocks();
    }
    scripts = new Scripts(disk, random.split());
    most = 1 << random.nextInt(9);
  }

  /** Goes through it; throws if anything is as it should not be. */
  void run() {
    if (state == InitialDisk.State.STORE) {
      scripts.isStore(InitialDisk.TARGET);
    }
    for (int i = 2 + random.nextInt(2); i > 0; i--) {
      actors.add(actor(random.nextInt(8)));
    }
    if (random.nextInt(4) == 0) {
      actors.add(new Actor(disk, scripts::move));
    }
    takeTurns(random.nextInt(KILLED_ONE_IN) == 0 ? random.nextInt(4 + CALLS / most) : -1);
    checkEnd();
  }

  private Actor actor(int kind) {
    Consumer<Actor> script =
        switch (kind) {
          case 0, 1, 2 -> scripts::restore;
          case 3, 4 -> scripts::checkpoint;
          case 5, 6 -> scripts::write;
          default -> scripts::read;
        };
    return new Actor(disk, script);
  }

  /**
   * In place of a process that is killed another one begins. In every other history one stops early
   * on, and goes on when all others have ended, or one was killed.
   */
  private void takeTurns(int turnsToKill) {
    List<Actor> going = new ArrayList<>(actors);
    Actor late = random.nextBoolean() ? going.removeFirst() : null;
    if (late != null) {
      late.go(random.nextInt(LATE_CALLS));
    }
    for (int turn = 0; !going.isEmpty() || late != null; turn++) {
      if (late != null && (going.isEmpty() || killed)) {
        going.add(late);
        late = null;
      }
      Actor next = going.get(random.nextInt(going.size()));
      if (turn == turnsToKill) {
        killed = true;
        next.kill();
        going.add(actor(random.nextInt(7)));
      } else {
        next.go(random.nextInt(most));
      }
      if (next.isDone()) {
        going.remove(next);
      }
    }
  }

  /** No store is gone, each has what it must have, and where nobody was disturbed one has won. */
  private void checkEnd() {
    for (Map.Entry<Object, Home> entry : scripts.homes().entrySet()) {
      if (entry.getValue().isStore()) {
        check(disk.pathOf(entry.getKey()), entry.getValue());
      }
    }
    Object target = disk.directoryAt(InitialDisk.TARGET);
    if (scripts.mustHaveFilled() && !killed && !scripts.hasMoved()) {
      assertNotNull(target);
      assertTrue(scripts.home(target).isStore(), "nobody has filled the directory");
    }
  }

  private void check(@Nullable Path path, Home home) {
    assertNotNull(path, "a store is gone");
    try (Db db = InitialDisk.open(disk, path, false)) {
      home.check(db);
      assertEquals(List.of(), db.problems());
    }
    if (random.nextInt(16) == 0) {
      assertEquals(List.of(), Stores.verify(disk, path).problems());
    }
  }

  /** How often somebody has filled the directory or was refused. */
  int outcomes() {
    return scripts.outcomes();
  }
}
