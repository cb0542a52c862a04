package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Callers that change what they have handed in before the call returns: whatever is written then,
 * the store opens again, and other threads lose nothing.
 */
class ChangedMeanwhileTest {

  private static final DbOptions OPTIONS = DbOptions.builder().memTableBytes(64 << 10).build();
  private static final int ROUNDS = 20_000;

  private final SimulatedDisk disk = new SimulatedDisk();

  private static byte[] key(int number) {
    return Bytes.of("key" + (10_000 + number)).array();
  }

  /** The change comes between checksum and copy, on the writing thread itself. */
  @Test
  void aBatchThatChangesUnderTheLogIsWrittenAsItWas() {
    try (Db db = Stores.open(disk, OPTIONS)) {
      WriteBatch batch = new WriteBatch().put(key(1), key(2)).put(key(3), key(4));
      disk.onCall(
          call -> {
            if (call.kind() == CallKind.MAPPED_WRITE) {
              batch.clear();
              batch.deleteRange(key(1), key(9)).delete(key(3)).put(key(5), key(6));
            }
          });
      db.write(batch);
      disk.onCall(call -> {});
      db.put(key(7), key(8));
    }
    try (Db left = Stores.open(disk.kill(), OPTIONS)) {
      assertArrayEquals(key(2), left.get(key(1)));
      assertArrayEquals(key(4), left.get(key(3)));
      assertArrayEquals(key(8), left.get(key(7)));
      assertEquals(List.of(), left.problems());
    }
  }

  /** The change comes while the range delete, which has been looked at, waits for another write. */
  @Test
  void aRangeWhoseKeysChangeMeanwhileIsRefused() throws InterruptedException {
    byte[] to = key(2);
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch changed = new CountDownLatch(1);
    AtomicReference<Throwable> refusal = new AtomicReference<>();
    try (Db db = Stores.open(disk, OPTIONS)) {
      disk.onCall(
          call -> {
            if (call.kind() == CallKind.MAPPED_WRITE) {
              writing.countDown();
              await(changed);
            }
          });
      Thread put = started(() -> db.put(key(0), key(1)), new AtomicReference<>());
      await(writing);
      Thread waiting = started(() -> db.deleteRange(key(1), to), refusal);
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      System.arraycopy(key(1), 0, to, 0, to.length);
      changed.countDown();
      put.join();
      waiting.join();
      disk.onCall(call -> {});
      assertInstanceOf(IllegalArgumentException.class, refusal.get());
      putAndReopen(db);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Thread started(Runnable work, AtomicReference<Throwable> failure) {
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler((failed, thrown) -> failure.set(thrown));
    thread.start();
    return thread;
  }

  @Test
  void aBatchThatAnotherThreadChanges() throws InterruptedException {
    WriteBatch batch = new WriteBatch();
    try (Db db = Stores.open(disk, OPTIONS)) {
      beside(
          () -> {
            batch.clear();
            batch.put(key(1), new byte[100]).delete(key(2)).deleteRange(key(3), key(4));
          },
          () -> {
            try {
              db.write(batch);
            } catch (ConcurrentModificationException e) {
              // nothing was written
            }
          });
      putAndReopen(db);
    }
  }

  /** Does one thing many times while another thread does another one all the time. */
  private static void beside(Runnable meanwhile, Runnable often) throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable untilDone =
        () -> {
          while (!done.get()) {
            meanwhile.run();
          }
        };
    Thread other = started(untilDone, failure);
    try {
      for (int i = 0; i < ROUNDS; i++) {
        often.run();
      }
    } finally {
      done.set(true);
      other.join();
    }
    assertNull(failure.get());
  }

  private void putAndReopen(Db db) {
    db.put(key(0), key(1));
    try (Db left = Stores.open(disk.kill(), OPTIONS)) {
      assertNotNull(left.get(key(0)));
      assertEquals(List.of(), left.problems());
    }
    db.close();
    assertEquals(List.of(), Stores.verify(disk).problems());
    try (Db left = Stores.open(disk, OPTIONS)) {
      assertNotNull(left.get(key(0)));
      left.put(key(0), key(0));
    }
  }
}
