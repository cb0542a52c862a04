package dev.malkoha.engine.crash;

import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.beside.PlacedDisk;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A reader beside the store of a history, at some of the calls that its writer makes: each moment
 * that it shows is a first part of the writes, with all that were acknowledged when it was asked.
 */
final class Follower implements AutoCloseable {

  private final Way way;
  private final SplittableRandom random;
  private final PlacedDisk placed = new PlacedDisk();
  private final int oneIn;
  private Oracle oracle;
  private @Nullable DbReader db;
  private boolean isStopped = true;

  /** The last time that it was told. */
  private long told;

  private long looks;

  Follower(Way way, SplittableRandom random) {
    this.way = way;
    this.random = random;
    this.oneIn = 1 << random.nextInt(7);
    this.oracle = new Oracle(new Maps());
  }

  /** Goes on with what lies on a disk, of which an oracle knows. */
  void follow(SimulatedDisk disk, Oracle told) {
    oracle = told;
    placed.place(disk, Stores.PATH);
    isStopped = false;
  }

  /** How often it looked at a store. */
  long looks() {
    return looks;
  }

  /** Looks no more until it is told where to go on. */
  void stop() {
    isStopped = true;
  }

  /** Looks now and then. */
  void look() {
    if (isStopped || random.nextInt(oneIn) > 0) {
      return;
    }
    Oracle.Floor floor = oracle.floor();
    try {
      if (db == null) {
        db = way.openReadOnly(placed);
      } else {
        db.refresh();
      }
      long time = Math.max(told, way.millis());
      told = oracle.openedAt(time).check(TracedStore.content(db), floor, time).closed().told();
      looks++;
    } catch (DbNotFoundException e) {
      if (floor.now() > 0) {
        throw new AssertionError("it is told that there is no store", e);
      }
    }
  }

  @Override
  public void close() {
    if (db != null) {
      db.close();
      db = null;
      told = 0;
    }
  }
}
