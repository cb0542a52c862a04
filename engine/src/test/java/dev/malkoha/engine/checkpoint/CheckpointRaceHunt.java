package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;

/**
 * A test of threads: looks, while one writes large batches, whether a checkpoint ever holds another
 * number of them than it says. A write makes no call to the disk between its end in the log and its
 * becoming visible, so only a second thread comes in between. A number picks the batches. Any
 * thread.
 */
public final class CheckpointRaceHunt implements LongPredicate {

  private static final int CHECKPOINTS = 6;

  /** Prepares to look. */
  public CheckpointRaceHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }

  private static void check(long seed) {
    int operations = 100 + new SplittableRandom(seed).nextInt(200);
    DbOptions options =
        DbOptions.builder().memTableBytes(1 << 17).compression(Compression.NONE).build();
    SimulatedDisk disk = new SimulatedDisk();
    AtomicBoolean ended = new AtomicBoolean();
    try (Db db = Stores.open(disk, options, Workers.threads(1))) {
      FutureTask<Void> writer = new FutureTask<>(() -> writeUntil(ended, db, operations), null);
      Thread.ofPlatform().daemon().start(writer);
      try {
        for (int i = 0; i < CHECKPOINTS && !writer.isDone(); i++) {
          Checkpoint taken = db.checkpoint(Path.of("/backup/" + i));
          assertEquals(taken.sequence(), batches(disk, taken, operations) * operations);
        }
      } finally {
        ended.set(true);
        await(writer);
      }
    }
  }

  private static void writeUntil(AtomicBoolean ended, Db db, int operations) {
    for (long number = 1; !ended.get(); number++) {
      WriteBatch batch = new WriteBatch();
      for (int key = 0; key < operations; key++) {
        batch.put(key(key), ByteBuffer.allocate(Long.BYTES).putLong(number).array());
      }
      db.write(batch);
    }
  }

  private static byte[] key(int number) {
    return Contents.bytes("key" + number);
  }

  /** How many batches a checkpoint holds. */
  private static long batches(SimulatedDisk disk, Checkpoint checkpoint, int operations) {
    try (DbReader db = Stores.openReadOnly(disk, checkpoint.directory(), DbOptions.defaults())) {
      byte[] last = db.get(key(operations - 1));
      return last == null ? 0 : ByteBuffer.wrap(last).getLong();
    }
  }

  private static void await(FutureTask<Void> writer) {
    try {
      writer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new AssertionError("the writer failed", e.getCause());
    }
  }
}
