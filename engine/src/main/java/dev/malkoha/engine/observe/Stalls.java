package dev.malkoha.engine.observe;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.events.StallCause;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The writers of a store that wait, and how long others have waited, by cause. Any thread. */
final class Stalls {

  /** A stall with a wait from this on is told of by itself. */
  private static final Duration TOLD_ALONE = Duration.ofMillis(100);

  /** Shorter ones are told of together, from this on. */
  private static final Duration TOLD_TOGETHER = Duration.ofSeconds(1);

  /** Waits that are over are told of by then, though others wait on. */
  private static final long UNTOLD_NANOS_MAX = Duration.ofSeconds(5).toNanos();

  /** A wait is long from this time on. */
  private static final long LONG_NANOS = Duration.ofSeconds(1).toNanos();

  private final Observer observer;
  private final LongSupplier clock;
  private final Map<StallCause, Tally> tallies = new EnumMap<>(StallCause.class);
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  /** Guarded by this object's monitor. */
  private final Map<StallCause, Untold> untold = new EnumMap<>(StallCause.class);

  /** Waits that are over and were not told of. */
  private record Untold(long since, long times, long nanos) {}

  /** A writer that waits; no two are equal. */
  @SuppressWarnings("ClassCanBeRecord") // two may be alike
  static final class Waiting {
    final StallReason reason;
    final long began;

    Waiting(StallReason reason, long began) {
      this.reason = reason;
      this.began = began;
    }
  }

  /** A wait that goes on. */
  record Lasting(StallReason reason, Duration soFar, int writers) {}

  Stalls(Observer observer, LongSupplier clock) {
    this.observer = observer;
    this.clock = clock;
    for (StallCause cause : StallCause.values()) {
      tallies.put(cause, new Tally());
    }
  }

  /** Does something in which a writer waits. */
  void during(StallReason reason, Runnable work) {
    Span span = observer.begin(SpanKind.STALL);
    Waiting self = new Waiting(reason, span.began);
    StallReason found = reason;
    waiting.add(self);
    try {
      work.run();
    } catch (DbNoSpaceException e) {
      found = new StallReason(reason.keyspace(), StallCause.DISK_SPACE, reason.behind());
      throw e;
    } finally {
      try {
        observer.endStall(span, found, self);
      } finally {
        waiting.remove(self);
      }
    }
  }

  /**
   * Counts a wait that is over. A stall is told of once, when nobody waits for the same any more,
   * however many did; where somebody always does, now and then.
   *
   * @return what is to be told by now, if anything
   */
  synchronized @Nullable Stalled due(Stalled own, Waiting self) {
    waiting.remove(self);
    tally(own.cause()).add(own.took().toNanos());
    long now = clock.getAsLong();
    Untold before = untold.getOrDefault(own.cause(), new Untold(now, 0, 0));
    long nanos = before.nanos + own.took().toNanos();
    Untold all = new Untold(before.since, before.times + 1, nanos);
    boolean isMuch = own.took().compareTo(TOLD_ALONE) >= 0 || nanos >= TOLD_TOGETHER.toNanos();
    boolean isOver =
        now - all.since >= UNTOLD_NANOS_MAX
            || waiting.stream().noneMatch(one -> one.reason.cause() == self.reason.cause());
    if (!isMuch || !isOver) {
      untold.put(own.cause(), all);
      return null;
    }
    untold.remove(own.cause());
    Duration sum = Duration.ofNanos(nanos);
    return new Stalled(own.store(), own.keyspace(), own.cause(), own.behind(), all.times, sum);
  }

  /** The longest wait that goes on, if it is long. */
  Optional<Lasting> longest() {
    long now = clock.getAsLong();
    return waiting.stream()
        .filter(one -> now - one.began >= LONG_NANOS)
        .max(Comparator.comparingLong(one -> now - one.began))
        .map(one -> new Lasting(one.reason, Duration.ofNanos(now - one.began), waiting.size()));
  }

  /** How many writers wait. */
  int waiting() {
    return waiting.size();
  }

  /** How often, and for how long, writers have waited. */
  Map<StallCause, Tally.Sum> sums() {
    Map<StallCause, Tally.Sum> sums = new EnumMap<>(StallCause.class);
    tallies.forEach((cause, tally) -> sums.put(cause, tally.sum()));
    return sums;
  }

  private Tally tally(StallCause cause) {
    return Objects.requireNonNull(tallies.get(cause));
  }
}
