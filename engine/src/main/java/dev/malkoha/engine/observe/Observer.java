package dev.malkoha.engine.observe;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Damaged;
import dev.malkoha.engine.events.StoreEvent.HeapTight;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import dev.malkoha.wal.ForceWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Is told each fact about a store once, and passes it on to the log, to Java Flight Recorder and to
 * listeners; it counts and times what figures are made of.
 *
 * <p>Any thread, under any lock: listeners and handlers of the log are called elsewhere. Telling
 * never throws, whatever becomes of it.
 */
public final class Observer implements ForceWatch {

  private static final Force UNTOLD = bytes -> {};

  private final Path store;
  private final LongSupplier clock;
  private final Listeners listeners;
  private final Latencies latencies;
  private final Stalls stalls;
  private final Map<SpanKind, Tally> tallies = new EnumMap<>(SpanKind.class);
  private final Waits waits;
  private final LongAdder forcedBytes = new LongAdder();
  private final Map<String, String> damaged = new ConcurrentSkipListMap<>();
  private volatile boolean sealed;

  /** Creates the observer of a store, by its options. */
  public Observer(Path store, DbOptions options) {
    this(store, options, System::nanoTime);
  }

  /**
   * Creates one.
   *
   * @param clock nanoseconds from any moment on
   */
  public Observer(Path store, DbOptions options, LongSupplier clock) {
    this(store, options, clock, new Waits(LatencyHistogram::new));
  }

  Observer(Path store, DbOptions options, LongSupplier clock, Waits waits) {
    this.waits = waits;
    this.store = store;
    this.clock = clock;
    this.listeners = new Listeners(store, options.listeners());
    this.latencies = options.recordLatencies() ? new Latencies(clock) : Latencies.OFF;
    this.stalls = new Stalls(this, clock);
    for (SpanKind kind : SpanKind.values()) {
      tallies.put(kind, new Tally());
    }
  }

  /** What an event is made of when it is over. */
  @FunctionalInterface
  public interface Fact {
    StoreEvent of(Path store, Duration took);
  }

  /** Notes that something begins. */
  public Span begin(SpanKind kind) {
    return new Span(kind, clock.getAsLong(), Flight.begin(kind));
  }

  /** Tells that it is over. What failed is not told of: its span is forgotten. */
  public void end(Span span, Fact fact) {
    long nanos = count(span);
    try {
      StoreEvent event = fact.of(store, Duration.ofNanos(nanos));
      Flight.commit(span, store, event);
      tell(event);
    } catch (RuntimeException | Error e) { // the fact stands
      failed(e);
    }
  }

  /** Counts something that is over; returns how long it took. */
  private long count(Span span) {
    long nanos = clock.getAsLong() - span.began;
    tally(span.kind).add(nanos);
    return nanos;
  }

  private Tally tally(SpanKind kind) {
    return Objects.requireNonNull(tallies.get(kind));
  }

  private void tell(StoreEvent event) {
    LogLines.tell(event);
    listeners.tell(event);
  }

  private void failed(Throwable why) {
    StoreLog.warn(store + ": an event could not be told", why);
  }

  /** Tells that a file is damaged, the first time. */
  public void damaged(String keyspace, String file, String problem) {
    try {
      if (damaged.putIfAbsent(file, problem) == null) {
        tell(new Damaged(store, keyspace, file, problem));
      }
    } catch (RuntimeException | Error e) { // it is known all the same
      failed(e);
    }
  }

  /** Tells what cache, memtables and tables may take of a heap that they leave too little of. */
  public void heapTight(long memoryBytesMax, long tableBytes, long heapBytes) {
    try {
      tell(new HeapTight(store, memoryBytesMax, tableBytes, heapBytes));
    } catch (RuntimeException | Error e) { // metrics say so all the same
      failed(e);
    }
  }

  /** The files that background work has found damaged, with what is wrong with each. */
  public Map<String, String> damaged() {
    return Map.copyOf(damaged);
  }

  /** Tells that a failure has ended writing. */
  public void sealed(Throwable cause) {
    sealed = true;
    try {
      end(begin(SpanKind.SEAL), (path, took) -> new Sealed(path, cause));
    } catch (RuntimeException | Error e) { // the store is sealed all the same
      failed(e);
    }
  }

  /**
   * Does something in which a writer waits, and tells of it.
   *
   * @param waiting may throw, as where there is no room on the disk
   */
  public void whileStalled(StallReason reason, Runnable waiting) {
    stalls.during(reason, waiting);
  }

  /** Ends a wait. */
  void endStall(Span span, StallReason reason, Stalls.Waiting self) {
    try {
      long nanos = count(span);
      waits.add(WaitCause.of(reason.cause()), nanos);
      Stalled own =
          new Stalled(
              store,
              reason.keyspace(),
              reason.cause(),
              reason.behind(),
              1,
              Duration.ofNanos(nanos));
      Flight.commit(span, store, own);
      Stalled due = stalls.due(own, self);
      if (due != null) {
        tell(due);
      }
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Notes that a writer has waited. It may hold a lock by now that it must come to release. */
  public void waited(WaitCause cause, long nanos) {
    try {
      waits.add(cause, nanos);
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  @Override
  public void turned(long nanos) {
    waited(WaitCause.LOG, nanos);
  }

  /** Looks for writers that have been waiting for long. To be called now and then. */
  public void tick() {
    try {
      stalls.longest().ifPresent(stall -> stillStalled(stall));
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Says why writers wait while they do: who looks at a store that stands still finds it here. */
  private void stillStalled(Stalls.Lasting stall) {
    StallReason reason = stall.reason();
    String line =
        LogLines.words(
            "%s: a writer to keyspace %s has waited for %s by now (%,d wait in all): %s",
            store,
            reason.keyspace(),
            stall.soFar(),
            stall.writers(),
            reason.cause().words(reason.behind()));
    StoreLog.warn(line, null);
  }

  /** A force that cannot be told of is one all the same. */
  @Override
  public Force begin() {
    try {
      Span span = begin(SpanKind.FORCE);
      return bytes -> endForce(span, bytes);
    } catch (RuntimeException | Error e) {
      failed(e);
      return UNTOLD;
    }
  }

  private void endForce(Span span, long bytes) {
    try {
      count(span);
      forcedBytes.add(bytes);
      Flight.commit(span, store, bytes);
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Counts operations of users, and times some. */
  public Latencies latencies() {
    return latencies;
  }

  /** What was counted by now. */
  public Observed observed() {
    Map<SpanKind, Tally.Sum> work = new EnumMap<>(SpanKind.class);
    tallies.forEach((kind, tally) -> work.put(kind, tally.sum()));
    return new Observed(
        work,
        stalls.sums(),
        stalls.waiting(),
        waits.counts(),
        forcedBytes.sum(),
        sealed,
        damaged.size(),
        latencies.observed());
  }

  /** Waits until listeners and the log have what they were told, if that takes not too long. */
  public void close() {
    listeners.await();
    StoreLog.await();
  }
}
