package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Closed;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.wal.ForceWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an observer tells of what it is told, by a clock of the test's. */
@Timeout(60)
final class ObserverTest {

  private static final Path STORE = Path.of("observed");
  private static final Reason FLUSHES = new Reason(WaitCause.MEMTABLES, 2);
  private static final Reason SLOWED = new Reason(WaitCause.LEVEL0, 17);

  /** Why a writer waits. */
  private record Reason(WaitCause cause, long behind) {
    void during(Observer observer, Runnable work) {
      observer.waits().during("birds", cause, behind, work);
    }
  }

  private final AtomicLong clock = new AtomicLong(1_000);
  private final RecordingListener heard = new RecordingListener();

  private Observer observer(RecordingListener... listeners) {
    DbOptions.Builder options = DbOptions.builder().recordLatencies(true);
    for (RecordingListener listener : listeners) {
      options.listener(listener);
    }
    return new Observer(STORE, options.build(), clock::get);
  }

  private void wait(Observer observer, Reason reason, Duration time) {
    reason.during(observer, () -> clock.addAndGet(time.toNanos()));
  }

  private static LatencyHistogram.Counts waits(Observer observer, WaitCause... causes) {
    return observer.waits().times(causes);
  }

  @Test
  void aLongWaitIsToldAtOnceAndShortOnesTogether() {
    Observer observer = observer(heard);
    try (LogCapture log = new LogCapture()) {
      wait(observer, FLUSHES, Duration.ofMillis(100));
      for (int i = 0; i < 20; i++) {
        wait(observer, SLOWED, Duration.ofMillis(99));
      }
      wait(observer, FLUSHES, Duration.ofSeconds(3));
      observer.close();

      List<Stalled> told = heard.of(Stalled.class);
      assertEquals(
          new Stalled(STORE, "birds", WaitCause.MEMTABLES, 2, 1, Duration.ofMillis(100)),
          told.get(0));
      assertEquals(
          new Stalled(STORE, "birds", WaitCause.LEVEL0, 17, 11, Duration.ofMillis(1_089)),
          told.get(1));
      assertEquals(Duration.ofSeconds(3), told.get(2).took());
      assertEquals(3, told.size());
      assertEquals(
          List.of(Level.FINE, Level.WARNING, Level.WARNING),
          log.of(STORE).stream().map(LogRecord::getLevel).toList());
      assertEquals(
          "observed: writers to keyspace birds have waited for 3.0 s (1 times): no room to begin"
              + " another memtable: 2 wait to be flushed",
          log.of(STORE).getLast().getMessage());
    }
    LatencyHistogram.Counts slowed = waits(observer, WaitCause.LEVEL0);
    assertEquals(20, slowed.total());
    assertEquals(1_980_000_000, slowed.sumNanos());
    assertEquals(0, waits(observer, WaitCause.DEBT).total());
  }

  /** Who has waited for a lock holds it by then, and would never release it. */
  @Test
  void aWaitThatNoMemoryIsLeftToCountIsOver() {
    Supplier<LatencyHistogram> none =
        () -> {
          throw new OutOfMemoryError();
        };
    Waits waits = new Waits(STORE, observer(), clock::get, none);
    waits.add(WaitCause.LOCK, 5_000);
    waits.during("birds", WaitCause.MEMTABLES, 2, () -> clock.addAndGet(1_000_000));
    assertEquals(0, waits.times(WaitCause.values()).total());
    assertEquals(0, waits.waiting());
  }

  @Test
  void waitsAreCountedByWhatTheyWereFor() {
    Observer observer = observer();
    FLUSHES.during(observer, () -> clock.addAndGet(1_000_000));
    observer.waits().add(WaitCause.LOCK, 5_000);
    observer.waits().add(WaitCause.LOCK, 7_000);
    observer.turned(9);
    assertEquals(4, waits(observer, WaitCause.values()).total());
    assertEquals(9, waits(observer, WaitCause.LOG).sumNanos());
    assertEquals(2, waits(observer, WaitCause.LOCK).total());
    assertEquals(7_000, waits(observer, WaitCause.LOCK).maxNanos());
    assertEquals(1_000_000, waits(observer, WaitCause.MEMTABLES).sumNanos());
    for (WaitCause cause : WaitCause.values()) {
      new Reason(cause, 1).during(observer, () -> clock.addAndGet(1));
    }
    assertEquals(2, waits(observer, WaitCause.LEVEL0, WaitCause.DEBT).total());
    assertEquals(3, waits(observer, WaitCause.LOCK).total());
    assertEquals(11, waits(observer, WaitCause.LOG, WaitCause.DEBT).sumNanos());
  }

  @Test
  void aWaitThatEndsForWantOfSpaceIsOneForSpace() {
    Observer observer = observer();
    DbNoSpaceException full = new DbNoSpaceException("full", null);
    Runnable refused =
        () -> {
          clock.addAndGet(5);
          throw full;
        };
    assertThrows(DbNoSpaceException.class, () -> FLUSHES.during(observer, refused));
    assertEquals(1, waits(observer, WaitCause.DISK_SPACE).total());
    assertEquals(5, waits(observer, WaitCause.DISK_SPACE).sumNanos());
    assertEquals(0, waits(observer, WaitCause.MEMTABLES).total());
    assertEquals(0, observer.waits().waiting());
  }

  @Test
  void aLongWaitIsWarnedOfWhileItLasts() {
    Observer observer = observer();
    try (LogCapture log = new LogCapture()) {
      FLUSHES.during(
          observer,
          () -> {
            clock.addAndGet(Duration.ofMillis(999).toNanos());
            observer.tick();
            assertEquals(List.of(), log.of(STORE));
            clock.addAndGet(Duration.ofMillis(6_201).toNanos());
            assertEquals(1, observer.waits().waiting());
            observer.tick();
            assertEquals(
                "observed: a writer to keyspace birds has waited for 7.2 s by now (1 wait in all): no"
                    + " room to begin another memtable: 2 wait to be flushed",
                log.of(STORE).getFirst().getMessage());
            assertEquals(Level.WARNING, log.of(STORE).getFirst().getLevel());
          });
    }
  }

  @Test
  void aListenerThatFailsIsToldOnAndOthersWithIt() {
    RecordingListener failing =
        new RecordingListener() {
          @Override
          void hear(StoreEvent event) {
            super.hear(event);
            throw new AssertionError("the listener fails");
          }
        };
    Observer observer = observer(failing, heard);
    try (LogCapture log = new LogCapture()) {
      for (int i = 0; i < 3; i++) {
        observer.end(observer.begin(Span.Kind.CLOSE), Closed::new);
      }
      observer.close();
      assertEquals(3, failing.all().size());
      assertEquals(failing.all(), heard.all());
      List<LogRecord> warnings =
          log.of(STORE).stream().filter(line -> line.getThrown() != null).toList();
      assertEquals(3, warnings.size());
      assertEquals("the listener fails", warnings.getFirst().getThrown().getMessage());
    }
  }

  /**
   * Compilers of other languages do not ask for a throws clause, and some of Java's tools hide it.
   */
  @Test
  void aCheckedExceptionOfAListenerEndsNothing() {
    RecordingListener failing =
        new RecordingListener() {
          @Override
          void hear(StoreEvent event) {
            super.hear(event);
            ObserverTest.<RuntimeException>sneak(new IOException("the listener fails"));
          }
        };
    Observer observer = observer(failing, heard);
    try (LogCapture log = new LogCapture()) {
      observer.end(observer.begin(Span.Kind.CLOSE), Closed::new);
      observer.close();
      observer.end(observer.begin(Span.Kind.CLOSE), Closed::new);
      observer.close();
      assertEquals(2, failing.all().size());
      assertEquals(failing.all(), heard.all());
      assertEquals(2, log.of(STORE).stream().filter(line -> line.getThrown() != null).count());
      assertTrue(
          log.of(STORE).stream().noneMatch(line -> line.getMessage().contains("still at work")));
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** Many wait for the same flush, one within the wait of another. */
  @Test
  void aStallIsToldOnceHoweverManyWait() {
    Observer observer = observer(heard);
    int writers = 500;
    try (LogCapture log = new LogCapture()) {
      stall(observer, writers);
      observer.close();
      assertEquals(1, heard.of(Stalled.class).size());
      Stalled told = heard.of(Stalled.class).getFirst();
      assertEquals(writers, told.times());
      assertEquals(Duration.ofSeconds(2L * writers), told.took());
      assertEquals(1, log.of(STORE).size());
      assertTrue(log.of(STORE).getFirst().getMessage().contains("(500 times)"));
    }
  }

  private void stall(Observer observer, int writers) {
    if (writers == 0) {
      clock.addAndGet(Duration.ofSeconds(2).toNanos());
    } else {
      FLUSHES.during(observer, () -> stall(observer, writers - 1));
    }
  }

  /** Where somebody always waits, those who have waited are told of all the same. */
  @Test
  void aStallThatDoesNotEndIsToldNowAndThen() {
    Observer observer = observer(heard);
    SLOWED.during(
        observer,
        () -> {
          for (int i = 0; i < 12; i++) {
            wait(observer, SLOWED, Duration.ofSeconds(1));
          }
        });
    observer.close();
    assertEquals(
        List.of(6L, 6L, 1L), heard.of(Stalled.class).stream().map(Stalled::times).toList());
  }

  /** One is with the listener, 1,024 wait, five are lost. */
  @Test
  void aSlowListenerLosesEventsAndHoldsUpNobody() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    RecordingListener slow =
        new RecordingListener() {
          @Override
          void hear(StoreEvent event) {
            super.hear(event);
            try {
              gate.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        };
    Observer observer = observer(slow);
    try (LogCapture log = new LogCapture()) {
      observer.end(observer.begin(Span.Kind.CLOSE), Closed::new);
      slow.await(1);
      for (int i = 0; i < 1_029; i++) {
        observer.end(observer.begin(Span.Kind.CLOSE), Closed::new);
      }
      gate.countDown();
      observer.close();
      assertEquals(1_025, slow.all().size());
      assertTrue(
          log.of(STORE).stream()
              .anyMatch(line -> line.getMessage().contains("5 events were not told them")));
    }
  }

  @Test
  void aListenerMayWaitForTheEndItself() {
    Observer[] self = new Observer[1];
    RecordingListener closing =
        new RecordingListener() {
          @Override
          void hear(StoreEvent event) {
            self[0].close();
            super.hear(event);
          }
        };
    self[0] = observer(closing);
    self[0].end(self[0].begin(Span.Kind.CLOSE), Closed::new);
    self[0].close();
    assertEquals(1, closing.all().size());
  }

  @Test
  void forcesAreCounted() {
    Observer observer = observer();
    ForceWatch.Force failed = observer.begin();
    clock.addAndGet(9);
    ForceWatch.Force force = observer.begin();
    clock.addAndGet(7);
    force.ended(4_096);
    assertForces(1, 7, observer);
    assertEquals(4_096, observer.forcedBytes());
    failed.ended(1);
    assertForces(2, 23, observer);
  }

  private static void assertForces(long times, long nanos, Observer observer) {
    assertEquals(times, observer.tally(Span.Kind.FORCE).times().sum());
    assertEquals(nanos, observer.tally(Span.Kind.FORCE).nanos().sum());
  }

  @Test
  void everyOperationIsCountedAndAboutOneIn64Timed() {
    Observer latencies = observer();
    Counts counts = new Counts();
    for (int i = 0; i < 64_000; i++) {
      long begun = latencies.beginScan(counts);
      clock.addAndGet(300);
      latencies.end(Operation.SCAN, begun);
    }
    LatencyHistogram.Counts scans = observed(latencies, Operation.SCAN);
    assertEquals(64_000, counts.sum(Count.SCANS));
    assertEquals(1_000.0, (double) scans.total(), 20);
    assertEquals(300.0, (double) scans.quantileNanos(0.5), 2);
    assertEquals(0, observed(latencies, Operation.PUT).total());
  }

  private static LatencyHistogram.Counts observed(Observer latencies, Operation operation) {
    return Objects.requireNonNull(latencies.times(operation));
  }

  @Test
  void nothingIsTimedWhereItIsOff() {
    Observer off = new Observer(STORE, DbOptions.defaults(), clock::get);
    long begun = off.begin(Operation.GET);
    assertEquals(0, begun);
    off.end(Operation.GET, begun);
    Counts counts = new Counts();
    assertEquals(0, off.beginScan(counts));
    assertEquals(1, counts.sum(Count.SCANS));
    assertNull(off.times(Operation.GET));
  }
}
