package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnThreadTest {

  /** Each waits for the other: one after the other they would never end. */
  @Test
  void bothAreDoneAtTheSameTime() throws IOException {
    CountDownLatch here = new CountDownLatch(1);
    CountDownLatch beside = new CountDownLatch(1);
    OwnThread.both(() -> meet(here, beside), () -> meet(beside, here));
    assertEquals(0, here.getCount() + beside.getCount());
  }

  private static boolean meet(CountDownLatch mine, CountDownLatch other) {
    mine.countDown();
    try {
      other.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return true;
  }

  /** A worker of a pool that waits for a file action may hold locks: it takes up no other task. */
  @Test
  void aWorkerOfThePoolDoesNothingElseWhileItWaits() throws Exception {
    AtomicBoolean began = new AtomicBoolean();
    try (ForkJoinPool pool = new ForkJoinPool(1)) {
      boolean other =
          pool.submit(
                  () -> {
                    CompletableFuture<Void> task =
                        CompletableFuture.runAsync(() -> began.set(true), pool);
                    Thread worker = Thread.currentThread();
                    OwnThread.call(() -> seeWaiting(worker));
                    return began.get() || task.isDone();
                  })
              .get();
      assertFalse(other);
    }
    assertTrue(began.get());
  }

  private static boolean seeWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return true;
  }

  @Test
  void theOtherOneIsWaitedForWhereOneFails() {
    CountDownLatch failing = new CountDownLatch(1);
    AtomicBoolean done = new AtomicBoolean();
    IOException failure = new IOException("here");
    OwnThread.Action<Boolean> here =
        () -> {
          failing.countDown();
          throw failure;
        };
    OwnThread.Action<Boolean> beside =
        () -> {
          meet(failing, failing);
          done.set(true);
          return true;
        };
    assertSame(failure, assertThrows(IOException.class, () -> OwnThread.both(here, beside)));
    assertTrue(done.get());
  }

  @Test
  void theFailuresOfBothAreToldOf() {
    IOException here = new IOException("here");
    IOException beside = new IOException("beside");
    IOException thrown =
        assertThrows(
            IOException.class, () -> OwnThread.both(() -> failing(here), () -> failing(beside)));
    assertSame(here, thrown);
    assertArrayEquals(new Throwable[] {beside}, thrown.getSuppressed());
  }

  /**
   * Whoever ends a program, or one application of a server, interrupts all threads that he finds.
   */
  @Test
  void anInterruptClosesNoChannelOfSuchAThread(@TempDir Path directory) throws IOException {
    OwnThread.call(
        () -> {
          try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            Thread.currentThread().interrupt();
            channel.force(true);
            return true;
          }
        });
  }

  /**
   * A group, a class loader or a value that is held by a thread cannot go while the thread lives.
   */
  @Test
  void aThreadTakesNothingFromWhoStartsIt() throws Exception {
    InheritableThreadLocal<String> callers = new InheritableThreadLocal<>();
    FutureTask<Boolean> asking =
        new FutureTask<>(
            () -> {
              callers.set("the caller's");
              return OwnThread.call(() -> isFree(Thread.currentThread(), callers));
            });
    Thread caller = new Thread(new ThreadGroup("application"), asking);
    caller.setContextClassLoader(new ClassLoader() {});
    caller.start();
    assertTrue(asking.get());
  }

  private static boolean isFree(Thread thread, ThreadLocal<String> callers) {
    assertNull(callers.get());
    assertSame(ClassLoader.getSystemClassLoader(), thread.getContextClassLoader());
    assertNull(Objects.requireNonNull(thread.getThreadGroup()).getParent(), "the system's group");
    return true;
  }

  private static boolean failing(IOException failure) throws IOException {
    throw failure;
  }
}
