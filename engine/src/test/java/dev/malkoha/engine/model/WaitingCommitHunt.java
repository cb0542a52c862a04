package dev.malkoha.engine.model;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/**
 * A test of threads: two that lengthen a value wait for room in the memtable, one behind the other.
 * Who gets on second sees who got on first. Even numbers do it in transactions, odd ones by
 * updates. Any thread.
 */
public final class WaitingCommitHunt implements LongPredicate {

  private static final byte[] KEY = {1};
  private static final int FILLING_BYTES = 1000;
  private static final int FILLINGS = 30;
  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(4096).tableBytes(4096).backgroundThreads(1).build();

  /** Prepares to look. */
  public WaitingCommitHunt() {}

  /** Whether a write is lost. */
  @Override
  public boolean test(long number) {
    try {
      check(number);
      return false;
    } catch (Exception | AssertionError e) {
      return true;
    }
  }

  void check(long number) throws Exception {
    boolean byTransaction = number % 2 == 0;
    HeldDisk disk = new HeldDisk(new SimulatedDisk());
    try (Db db = Stores.open(disk, OPTIONS, Workers.threads(1))) {
      db.put(KEY, new byte[0]);
      disk.hold(Work.FLUSH);
      FutureTask<Void> filler = waiting(() -> fill(db));
      FutureTask<Void> first = waiting(() -> lengthen(db, byTransaction));
      FutureTask<Void> second = waiting(() -> lengthen(db, byTransaction));
      disk.release(Work.FLUSH);
      filler.get();
      first.get();
      second.get();
      byte[] value = db.get(KEY);
      if (value == null || value.length != 2) {
        throw new AssertionError("one of two writers has not seen the other");
      }
    }
  }

  /** Has another thread do something until it waits in it. */
  private static FutureTask<Void> waiting(Runnable work) {
    FutureTask<Void> task = new FutureTask<>(work, null);
    Thread thread = Thread.ofPlatform().daemon().start(task);
    while (thread.getState() != Thread.State.WAITING) {
      if (task.isDone()) {
        throw new AssertionError("there was room: nobody has waited");
      }
      Thread.onSpinWait();
    }
    return task;
  }

  private static void fill(Db db) {
    for (int i = 0; i < FILLINGS; i++) {
      db.put(Bytes.of("filling " + i).array(), new byte[FILLING_BYTES]);
    }
  }

  private static void lengthen(Db db, boolean byTransaction) {
    if (byTransaction) {
      db.runInTransaction(
          tx -> {
            byte[] value = tx.get(KEY);
            tx.put(KEY, Arrays.copyOf(value, value.length + 1));
          });
    } else {
      db.update(KEY, value -> Arrays.copyOf(value, value.length + 1));
    }
  }
}
