package dev.malkoha.engine.observe;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import dev.malkoha.engine.events.WaitCause;
import org.jspecify.annotations.Nullable;

/**
 * The account of a store's waiting writers: it counts each wait by its cause, and tells stalls to
 * the log, Flight Recorder and listeners. Any thread; no method throws but what a wait itself does.
 */
public final class Waits {

  /** A stall with a wait from this on is told of by itself. */
  private static final Duration TOLD_ALONE = Duration.ofMillis(100);

  /** Shorter ones are told of together, from this on. */
  private static final Duration TOLD_TOGETHER = Duration.ofSeconds(1);

  /** Finished waits are told of after this long at the latest, though others wait on. */
  private static final long UNTOLD_NANOS_MAX = Duration.ofSeconds(5).toNanos();

  /** A wait that lasts this long is warned of while it lasts. */
  private static final long LONG_NANOS = Duration.ofSeconds(1).toNanos();

  private final Path store;
  private final Observer observer;
  private final LongSupplier clock;
  private final Supplier<LatencyHistogram> maker;
  private final Map<WaitCause, LatencyHistogram> times = new ConcurrentHashMap<>();
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<WaitCause, Untold> untold = new EnumMap<>(WaitCause.class);

  /** Finished waits that were not told of. */
  private record Untold(long since, long times, long nanos) {}

  /** A writer that waits; no two are equal, as no two share a span. */
  private record Waiting(Span span, String keyspace, WaitCause cause, long behind) {}

  /**
   * Creates an empty account.
   *
   * @param maker makes an empty histogram, once for each cause that there is
   */
  Waits(Path store, Observer observer, LongSupplier clock, Supplier<LatencyHistogram> maker) {
    this.store = store;
    this.observer = observer;
    this.clock = clock;
    this.maker = maker;
  }

  /**
   * Runs work in which a writer waits, and tells of it.
   *
   * @param keyspace that the writer writes to
   * @param behind the amount to catch up with, see {@link WaitCause}
   * @param work may throw, as where there is no room on the disk
   */
  public void during(String keyspace, WaitCause cause, long behind, Runnable work) {
    Span span = observer.begin(Span.Kind.STALL);
    Waiting self = new Waiting(span, keyspace, cause, behind);
    WaitCause found = cause;
    waiting.add(self);
    try {
      work.run();
    } catch (DbNoSpaceException e) {
      found = WaitCause.DISK_SPACE;
      throw e;
    } finally {
      try {
        end(self, found);
      } finally {
        waiting.remove(self);
      }
    }
  }

  private void end(Waiting self, WaitCause cause) {
    long nanos = clock.getAsLong() - self.span.began;
    add(cause, nanos);
    observer.quietly(
        () -> {
          Duration took = Duration.ofNanos(nanos);
          Stalled own = new Stalled(store, self.keyspace, cause, self.behind, 1, took);
          Flight.commit(self.span, own);
          Stalled due = due(own, self);
          if (due != null) {
            observer.tell(due);
          }
        });
  }

  /** Counts a wait that is over. The writer may hold a lock by now that it must come to release. */
  public void add(WaitCause cause, long nanos) {
    try {
      times.computeIfAbsent(cause, _ -> maker.get()).add(nanos);
    } catch (RuntimeException | Error e) { // no memory, perhaps
      observer.failed(e);
    }
  }

  /**
   * Returns the stall to tell, this one in it; null if none is due. A stall is told once, when
   * nobody waits for the same any more. Where somebody always does, it is told now and then.
   */
  private @Nullable Stalled due(Stalled own, Waiting self) {
    lock.lock();
    try {
      waiting.remove(self);
      long now = clock.getAsLong();
      Untold before = untold.getOrDefault(own.cause(), new Untold(now, 0, 0));
      long nanos = before.nanos + own.took().toNanos();
      Untold all = new Untold(before.since, before.times + 1, nanos);
      boolean isMuch = own.took().compareTo(TOLD_ALONE) >= 0 || nanos >= TOLD_TOGETHER.toNanos();
      boolean isOver =
          now - all.since >= UNTOLD_NANOS_MAX
              || waiting.stream().noneMatch(one -> one.cause == self.cause);
      if (!isMuch || !isOver) {
        untold.put(own.cause(), all);
        return null;
      }
      untold.remove(own.cause());
      Duration sum = Duration.ofNanos(nanos);
      return new Stalled(own.store(), own.keyspace(), own.cause(), own.behind(), all.times, sum);
    } finally {
      lock.unlock();
    }
  }

  /** Warns of the longest wait that goes on: it explains a store that stands still. */
  void warnOfLongest() {
    long now = clock.getAsLong();
    waiting.stream()
        .filter(one -> now - one.span.began >= LONG_NANOS)
        .max(Comparator.comparingLong(one -> now - one.span.began))
        .ifPresent(one -> warn(one, Duration.ofNanos(now - one.span.began)));
  }

  private void warn(Waiting one, Duration soFar) {
    StoreLog.warn(
        LogLines.words(
            "%s: a writer to keyspace %s has waited for %s by now (%,d wait in all): %s",
            store, one.keyspace, soFar, waiting.size(), one.cause.words(one.behind)),
        null);
  }

  /** Returns how many writers wait. */
  public int waiting() {
    return waiting.size();
  }

  /** Returns the times by now of the waits for any of some causes. */
  public LatencyHistogram.Counts times(WaitCause... causes) {
    return Stream.of(causes)
        .map(times::get)
        .filter(Objects::nonNull)
        .map(LatencyHistogram::counts)
        .reduce(LatencyHistogram.Counts::plus)
        .orElse(LatencyHistogram.Counts.NONE);
  }
}
