package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One history of a reader in whose directory one copy of a store after another is put, before any
 * of its calls to the disk: older and newer ones, restored ones, checkpoints, copies made by hand,
 * and nothing at all. It shows one of them whole, or says that what it had is gone: which it must,
 * unless both were made by hand, so that nothing tells one from the other reopened.
 */
final class ReplacedHistory {

  private static final int COPIES = 9;
  private static final int STEPS = 25;

  private final SplittableRandom random;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final PlacedDisk placed = new PlacedDisk();
  private final Disk seen = Between.calls(placed, this::meanwhile);
  private final List<Branch> branches = new ArrayList<>();
  private final BitSet byHand = new BitSet();
  private final int pace;
  private int now;
  private boolean isAbsent;
  private boolean stands = true;

  /** The copies of which one is shown: several where they have shown the same. */
  private BitSet shownBy = new BitSet();

  ReplacedHistory(long seed) {
    this.random = new SplittableRandom(seed);
    this.pace = 1 << random.nextInt(2, 9);
  }

  /** Runs it, and returns how often the reader was told that its store is gone. */
  int run() throws IOException {
    makeBranches();
    int told = 0;
    place(0);
    while (now + 1 < COPIES) {
      told += read();
    }
    branches.forEach(Branch::close);
    assertEquals(List.of(), disk.handles());
    return told;
  }

  /** All are of one origin, and go on with the same steps, from the same moment or a later one. */
  private void makeBranches() throws IOException {
    long steps = random.nextLong();
    Path origin = Path.of("/origin");
    Branch first = new Branch(disk, origin, 0);
    first.go(random.split(), random.nextInt(STEPS));
    first.checkpoint(Path.of("/checkpoint0"));
    first.go(random.split(), random.nextInt(STEPS));
    first.checkpoint(Path.of("/checkpoint1"));
    first.close();
    for (int i = 0; i < COPIES; i++) {
      Path path = Path.of("/copy" + i);
      byHand.set(i, random.nextInt(3) == 0);
      if (byHand.get(i)) {
        Branch.copy(disk, origin, path);
      } else {
        Stores.restore(disk, Path.of("/checkpoint" + random.nextInt(2)), path);
      }
      Branch branch = new Branch(disk, path, i + 1);
      branch.go(new SplittableRandom(steps), random.nextInt(3) == 0 ? random.nextInt(STEPS) : 12);
      branches.add(branch);
    }
  }

  private void place(int copy) {
    now = copy;
    isAbsent = false;
    placed.place(disk, branches.get(copy).path());
  }

  private void meanwhile() {
    if (stands || random.nextInt(pace) > 0) {
      return;
    }
    if (random.nextInt(4) == 0) {
      branches.get(now).go(random, 1);
    } else if (!isAbsent && random.nextInt(5) == 0) {
      isAbsent = true;
      placed.clear();
    } else if (now + 1 < COPIES) {
      place(now + 1);
    }
  }

  /** From the opening of a reader to where its store is gone; whether that was told. */
  private int read() {
    int first = now;
    int moment = branches.get(first).moments() - 1;
    boolean wasAbsent = isAbsent;
    try (DbReader db = open()) {
      Chronicle.Content shown = contentOf(db, first, moment, true);
      for (int look = 0; look < 30 && now + 1 < COPIES; look++) {
        pass();
        first = now;
        moment = branches.get(first).moments() - 1;
        wasAbsent = isAbsent;
        try (Snapshot before = db.snapshot()) {
          if (!refresh(db)) {
            assertTrue(
                isAbsent || wasAbsent || now > shownBy.nextSetBit(0),
                "another one was never there");
            assertEquals(shown, Chronicle.Content.of(db));
            return 1;
          }
          assertEquals(shown, at(db, before, shown));
        }
        shown = contentOf(db, first, moment, false);
      }
      return 0;
    } catch (DbNotFoundException e) {
      assertTrue(isAbsent || wasAbsent || now > first, "nothing was never there");
      pass();
      return 1;
    }
  }

  private DbReader open() {
    stands = false;
    try {
      return Stores.openReadOnly(seen, Branch.OPTIONS);
    } finally {
      stands = true;
    }
  }

  private boolean refresh(DbReader db) {
    stands = false;
    try {
      db.refresh();
      return true;
    } catch (DbNotFoundException e) {
      return false;
    } finally {
      stands = true;
    }
  }

  /** Something may happen between two calls, and nothing stays absent for ever. */
  private void pass() {
    stands = false;
    for (int i = random.nextInt(pace); i >= 0; i--) {
      meanwhile();
    }
    stands = true;
    if (isAbsent && random.nextBoolean()) {
      place(Math.min(now + 1, COPIES - 1));
    }
  }

  /** What it shows, which one of the copies did that were in place meanwhile. */
  private Chronicle.Content contentOf(DbReader db, int first, int moment, boolean isOpening) {
    Chronicle.Content content = Chronicle.Content.of(db);
    BitSet showing = new BitSet();
    for (int copy = first; copy <= now; copy++) {
      boolean mayShow = isOpening || isShown(copy);
      if (mayShow && branches.get(copy).showed(content, copy == first ? moment : 0)) {
        showing.set(copy);
      }
    }
    if (!showing.isEmpty()) {
      shownBy = showing;
      return content;
    }
    throw new AssertionError("none of the copies " + first + " to " + now + ": " + content);
  }

  /** Whether a copy may be what was shown before, or nothing tells it from that. */
  private boolean isShown(int copy) {
    return shownBy.get(copy) || (byHand.get(copy) && shownBy.intersects(byHand));
  }

  /** What it showed at a snapshot, of the keyspaces that are there. */
  private static Chronicle.Content at(OpenStore db, Snapshot before, Chronicle.Content shown) {
    Chronicle.Content content = shown.copy();
    for (String name : shown.keySet()) {
      if (db.keyspaces().contains(name)) {
        content.put(name, Chronicle.Content.entries(db.keyspace(name), before, true));
      }
    }
    return content;
  }
}
