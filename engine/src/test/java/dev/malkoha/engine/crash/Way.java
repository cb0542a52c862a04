package dev.malkoha.engine.crash;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.Disk;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How the stores of a history are opened and written to.
 *
 * @param functions what is given of keyspaces at each opening, by name, as it is not stored
 * @param writing how a change is written, atomically
 * @param clock by which entries expire; null for the disk's, where none does
 */
record Way(
    DbOptions options,
    Map<String, KeyspaceOptions> functions,
    BiConsumer<Change, Db> writing,
    @Nullable DrivenClock clock) {

  private static final int LONG_MILLIS = 15_000;

  /** That of stores with these options, in which nothing merges and nothing expires. */
  static Way plain(DbOptions options) {
    return new Way(options, Map.of(), Change::applyTo, null);
  }

  /** What the clock says. */
  long millis() {
    return clock == null ? 0 : clock.millis();
  }

  /** Moves the clock, forwards or backwards. */
  void moveClock(SplittableRandom random) {
    if (clock != null) {
      clock.moveTo(otherTime(random));
    }
  }

  /** Moves the clock to no earlier time than one. */
  void moveClock(SplittableRandom random, long earliest) {
    if (clock != null) {
      clock.moveTo(laterTime(random, earliest));
    }
  }

  /** Stores on a machine whose clock says another time. */
  Way atAnotherTime(SplittableRandom random) {
    return clock == null ? this : by(new DrivenClock(otherTime(random)));
  }

  /** The same, of no earlier time than one. */
  Way atLaterTime(SplittableRandom random, long earliest) {
    return clock == null ? this : by(new DrivenClock(laterTime(random, earliest)));
  }

  private Way by(DrivenClock other) {
    return new Way(options, functions, writing, other);
  }

  private long otherTime(SplittableRandom random) {
    int choice = random.nextInt(8);
    if (choice < 3) {
      return millis() - random.nextInt(3 * Functions.LIVES);
    }
    return millis() + random.nextInt(choice == 3 ? LONG_MILLIS : Functions.LIVES);
  }

  private long laterTime(SplittableRandom random, long earliest) {
    return Math.max(millis(), earliest) + random.nextInt(Functions.LIVES);
  }

  /**
   * Opens or creates a store. Keyspaces get their functions after what its log holds is replayed.
   */
  Db open(Disk disk, Workers workers) {
    Db db =
        clock == null
            ? Stores.open(disk, options, workers)
            : Stores.open(disk, options, workers, clock.on(disk));
    functions.forEach(
        (name, given) -> {
          if (db.keyspaces().contains(name)) {
            db.keyspace(name, given);
          }
        });
    return db;
  }

  /** Opens a store for reading. */
  DbReader openReadOnly(Disk disk) {
    DbOptions.Builder giving = options.toBuilder();
    functions.forEach(giving::keyspace);
    return clock == null
        ? Stores.openReadOnly(disk, giving.build())
        : Stores.openReadOnly(disk, giving.build(), clock.on(disk));
  }

  /** Everything that a store holds when it is opened read-only; nothing where there is none. */
  Maps contentReadOnly(Disk disk) {
    try (DbReader db = openReadOnly(disk)) {
      return TracedStore.content(db);
    } catch (DbNotFoundException e) {
      return new Maps();
    }
  }
}
