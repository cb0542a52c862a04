package dev.malkoha.wal;

import static dev.malkoha.wal.Records.append;
import static dev.malkoha.wal.Records.payload;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log under many threads: shared forces, spares made meanwhile, interrupts. */
@Timeout(60)
class LogThreadsTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);

  private final SimulatedDisk disk = new SimulatedDisk();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Log openWith(GatedDirectory.Gate gate) throws IOException {
    return Log.open(new GatedDirectory(disk.openDirectory(PATH), gate), OPTIONS, 0, new Records());
  }

  @Test
  void callersWhoWaitForAForceShareTheNextOne() throws Exception {
    int callers = 16;
    CountDownLatch appended = new CountDownLatch(callers);
    GatedDirectory.Gate gate = new GatedDirectory.Gate();
    try (Log log = openWith(gate);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ReentrantLock lock = new ReentrantLock();
      gate.beforeForce(() -> await(appended)); // the first force lasts until all have appended
      long before = disk.calls(CallKind.MAPPED_FORCE);
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        long number = i;
        results.add(
            threads.submit(
                () -> {
                  long position = appendLocked(log, lock, payload(number, 30));
                  appended.countDown();
                  log.force(position);
                  return log.durablePosition() >= position;
                }));
      }
      for (Future<Boolean> result : results) {
        assertTrue(result.get(), "returned before its record was durable");
      }
      long forces = disk.calls(CallKind.MAPPED_FORCE) - before;
      assertTrue(forces <= 2, forces + " forces for " + callers + " callers");
    }
  }

  /** S7: what is appended while a force runs is not what was forced. */
  @Test
  void s7BytesAppendedDuringAForceDoNotCountAsForced() throws IOException {
    GatedDirectory.Gate gate = new GatedDirectory.Gate();
    try (Log log = openWith(gate)) {
      long first = append(log, payload(1, 100));
      gate.beforeForce(() -> appendUnchecked(log));
      log.force(first);
      assertEquals(first, log.durablePosition());
      assertTrue(log.endPosition() > first);
      log.force(log.endPosition());
      assertEquals(log.endPosition(), log.durablePosition());
    }
  }

  @Test
  void whatIsReleasedDuringAForceIsGivenUpAfterIt() throws IOException {
    GatedDirectory.Gate gate = new GatedDirectory.Gate();
    try (Log log = openWith(gate)) {
      for (int i = 0; i < 10; i++) {
        append(log, payload(i, 900));
      }
      gate.beforeForce(() -> releaseUnchecked(log));
      log.force(log.endPosition());
      assertEquals(log.endPosition(), log.durablePosition());
      log.prepareSpare();
      assertTrue(disk.filesAtRest(PATH).names().size() <= 3);
    }
  }

  private static void releaseUnchecked(Log log) {
    try {
      log.release(log.endPosition());
      log.prepareSpare(); // would unmap what is being forced
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A force between the moment a segment is known and the one its header is there. */
  @Test
  void aForceWhileASegmentIsBegunForcesItsHeaderLater() throws IOException {
    GatedDirectory.Gate gate = new GatedDirectory.Gate();
    try (Log log = openWith(gate)) {
      append(log, payload(1, 900));
      gate.beforeWrite(() -> forceUnchecked(log));
      append(log, payload(2, 900));
      log.force(log.endPosition());
    }
    SimulatedDisk cut = disk.crash(CrashState.SYNCED_ONLY, 1);
    assertEquals(2, Records.replay(cut.openDirectory(PATH), OPTIONS, 0).size());
  }

  private static void forceUnchecked(Log log) {
    try {
      log.force(log.endPosition());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void appendUnchecked(Log log) {
    try {
      for (int i = 0; i < 20; i++) { // into further segments, too
        append(log, payload(i, 200));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void appendsGoOnWhileASpareIsAllocatedAndThenTakeIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    GatedDirectory.Gate gate = new GatedDirectory.Gate();
    try (Log log = openWith(gate);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      gate.beforeAllocate(
          () -> {
            begun.countDown();
            await(go);
          });
      Future<?> spare =
          threads.submit(
              () -> {
                log.prepareSpare();
                return null;
              });
      await(begun);
      for (int i = 0; i < 4; i++) {
        append(log, payload(i, 200)); // in the segment there is
      }
      Future<Long> next = threads.submit(() -> append(log, payload(5, 900))); // needs the spare
      go.countDown();
      spare.get();
      next.get();
      assertEquals(2, disk.filesAtRest(PATH).names().size());
    }
  }

  @Test
  void anInterruptHarmsNothing(@TempDir Path path) throws IOException {
    try (Directory real = FileDisk.INSTANCE.openDirectory(path)) {
      try {
        for (int life = 0; life < 3; life++) {
          Records records = new Records();
          try (Log log = Log.open(real, OPTIONS, 0, records)) {
            for (int i = 0; i < 30; i++) {
              Thread.currentThread().interrupt();
              long position = append(log, payload(i, 200));
              log.force(position);
              log.prepareSpare();
              assertTrue(Thread.currentThread().isInterrupted(), "the interrupt was swallowed");
            }
          }
          assertEquals(30 * life, records.entries().size());
        }
      } finally {
        assertTrue(Thread.interrupted());
      }
    }
  }

  @Test
  void manyThreadsAppendForceReleaseAndPrepare(@TempDir Path path) throws Exception {
    int writers = 4;
    int each = 300;
    try (Directory real = FileDisk.INSTANCE.openDirectory(path)) {
      long released;
      try (Log log = Log.open(real, new LogOptions(4096, 2), 0, new Records());
          ExecutorService threads = Executors.newFixedThreadPool(writers + 2)) {
        ReentrantLock lock = new ReentrantLock();
        List<Future<?>> results = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
          results.add(threads.submit(() -> write(log, lock, each)));
        }
        CountDownLatch done = new CountDownLatch(1);
        Future<?> spares = threads.submit(() -> prepare(log, done));
        Future<Long> releaser = threads.submit(() -> release(log, done));
        get(results);
        done.countDown();
        spares.get();
        released = releaser.get();
        log.force(log.endPosition());
      }
      List<Records.Entry> left = Records.replay(real, new LogOptions(4096, 2), released);
      long position = released;
      for (Records.Entry entry : left) {
        assertEquals(position, entry.position());
        position = entry.end();
      }
      assertEquals((long) writers * each * LogFormat.recordBytes(140), position);
    }
  }

  private static void get(List<Future<?>> results) throws InterruptedException, ExecutionException {
    for (Future<?> result : results) {
      result.get();
    }
  }

  private static long appendLocked(Log log, ReentrantLock lock, byte[] payload) throws IOException {
    lock.lock();
    try {
      return append(log, payload);
    } finally {
      lock.unlock();
    }
  }

  private static boolean write(Log log, ReentrantLock lock, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      long position = appendLocked(log, lock, payload(i, 140));
      if (i % 10 == 0) {
        log.force(position);
        assertTrue(log.durablePosition() >= position);
      }
    }
    return true;
  }

  private static boolean prepare(Log log, CountDownLatch done) throws IOException {
    while (done.getCount() > 0) {
      log.prepareSpare();
      Thread.onSpinWait();
    }
    return true;
  }

  private static long release(Log log, CountDownLatch done) {
    long released = 0;
    while (done.getCount() > 0) {
      released = log.durablePosition();
      log.release(released);
      Thread.onSpinWait();
    }
    return released;
  }
}
