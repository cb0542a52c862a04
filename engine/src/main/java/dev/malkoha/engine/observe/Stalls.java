package dev.malkoha.engine.observe;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.events.StallCause;
import dev.malkoha.engine.events.Stalled;
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

  /** A wait from this on is told of at once. */
  private static final Duration TOLD_ALONE = Duration.ofMillis(100);

  /** Shorter ones are told of together, from this on. */
  private static final Duration TOLD_TOGETHER = Duration.ofSeconds(1);

  /** What waits now has waited for long from this on. */
  private static final long LONG_NANOS = Duration.ofSeconds(1).toNanos();

  private final Observer observer;
  private final LongSupplier clock;
  private final Map<StallCause, Tally> tallies = new EnumMap<>(StallCause.class);
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  /** Short waits that were not told of. Guarded by this object's monitor. */
  private final Map<StallCause, Tally.Sum> untold = new EnumMap<>(StallCause.class);

  /** A writer that waits; no two are equal. */
  @SuppressWarnings("ClassCanBeRecord") // two may be alike
  private static final class Waiting {
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
    Span span = observer.begin(Work.STALL);
    Waiting self = new Waiting(reason, span.began);
    StallReason found = reason;
    waiting.add(self);
    try {
      work.run();
    } catch (DbNoSpaceException e) {
      found = new StallReason(reason.keyspace(), StallCause.DISK_SPACE, reason.behind());
      throw e;
    } finally {
      waiting.remove(self);
      observer.endStall(span, found);
    }
  }

  /** Counts a wait that is over; what is to be told by now, if anything. */
  synchronized @Nullable Stalled due(Stalled own) {
    long nanos = own.took().toNanos();
    tally(own.cause()).add(nanos);
    if (own.took().compareTo(TOLD_ALONE) >= 0) {
      return own;
    }
    Tally.Sum before = untold.getOrDefault(own.cause(), new Tally.Sum(0, 0));
    Tally.Sum now = new Tally.Sum(before.times() + 1, before.nanos() + nanos);
    boolean isMuch = now.nanos() >= TOLD_TOGETHER.toNanos();
    untold.put(own.cause(), isMuch ? new Tally.Sum(0, 0) : now);
    return isMuch ? together(own, now) : null;
  }

  private static Stalled together(Stalled last, Tally.Sum all) {
    return new Stalled(
        last.store(),
        last.keyspace(),
        last.cause(),
        last.behind(),
        all.times(),
        Duration.ofNanos(all.nanos()));
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
