package dev.malkoha.engine.observe;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.wal.ForceWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * The one place that is told each fact about a store. It passes the fact on to the log, to Java
 * Flight Recorder and to listeners, and counts and times what figures are made of.
 *
 * <p>Any thread, under any lock: listeners and handlers of the log are called elsewhere. Telling
 * never throws, whatever becomes of it.
 */
public final class Observer implements ForceWatch {

  private static final Force UNTOLD = bytes -> {};

  private final Path store;
  private final LongSupplier clock;
  private final List<DbListener> listeners;
  private final Delivery delivery = new Delivery("malkoha-listeners", this::lost);
  private final Latencies latencies;
  private final Map<Span.Kind, Span.Tally> tallies = new EnumMap<>(Span.Kind.class);
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
    this.waits = new Waits(store, this, clock, LatencyHistogram::new);
    this.store = store;
    this.clock = clock;
    this.listeners = options.listeners();
    this.latencies = options.recordLatencies() ? new Latencies(clock) : Latencies.OFF;
    for (Span.Kind kind : Span.Kind.values()) {
      tallies.put(kind, new Span.Tally());
    }
  }

  /** Notes that something begins. */
  public Span begin(Span.Kind kind) {
    return new Span(kind, clock.getAsLong(), Flight.begin(kind));
  }

  /** Tells that it is over. What failed is not told of: its span is forgotten. */
  public void end(Span span, BiFunction<Path, Duration, StoreEvent> fact) {
    long nanos = count(span);
    quietly(
        () -> {
          StoreEvent event = fact.apply(store, Duration.ofNanos(nanos));
          Flight.commit(span, event);
          tell(event);
        });
  }

  /** Tells something. What happened stands, whatever becomes of the telling. */
  void quietly(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Counts something that is over; returns how long it took. */
  private long count(Span span) {
    long nanos = clock.getAsLong() - span.began;
    tally(span.kind).add(nanos);
    return nanos;
  }

  /** Returns how often work of a kind was done, and how long it took. */
  public Span.Tally tally(Span.Kind kind) {
    return Objects.requireNonNull(tallies.get(kind));
  }

  /** Tells an event. */
  void tell(StoreEvent event) {
    LogLines.tell(event);
    if (!listeners.isEmpty()) {
      delivery.enqueue(() -> listeners.forEach(listener -> deliver(event, listener)));
    }
  }

  private void deliver(StoreEvent event, DbListener listener) {
    try {
      listener.happened(event);
    } catch (Throwable e) { // a checked exception, too: not all compilers ask for them
      StoreLog.warn(store + ": a listener failed; the store goes on", e);
    }
  }

  private void lost(long events) {
    StoreLog.warn(store + ": listeners are slow; " + events + " events were not told them", null);
  }

  void failed(Throwable why) {
    StoreLog.warn(store + ": an event could not be told", why);
  }

  /** Tells that a file is damaged, the first time. */
  public void damaged(String keyspace, String file, String problem) {
    if (damaged.putIfAbsent(file, problem) == null) {
      quietly(() -> tell(new StoreEvent.Damaged(store, keyspace, file, problem)));
    }
  }

  /** Tells what cache, memtables and tables may take of a heap that they leave too little of. */
  public void heapTight(long memoryBytesMax, long tableBytes, long heapBytes) {
    quietly(() -> tell(new StoreEvent.HeapTight(store, memoryBytesMax, tableBytes, heapBytes)));
  }

  /** The files that background work has found damaged, with what is wrong with each. */
  public Map<String, String> damaged() {
    return Map.copyOf(damaged);
  }

  /** Tells that a failure has ended writing. */
  public void sealed(Throwable cause) {
    sealed = true;
    try { // not quietly(): there may be no memory for what it takes
      end(begin(Span.Kind.SEAL), (path, _) -> new StoreEvent.Sealed(path, cause));
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Returns the account of what writers wait for. */
  public Waits waits() {
    return waits;
  }

  @Override
  public void turned(long nanos) {
    waits.add(WaitCause.LOG, nanos);
  }

  /** Looks for writers that have been waiting for long. To be called now and then. */
  public void tick() {
    quietly(waits::warnOfLongest);
  }

  /** A force that cannot be told of is one all the same. */
  @Override
  public Force begin() {
    try {
      Span span = begin(Span.Kind.FORCE);
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
      Flight.commit(span, new Span.Forced(store, bytes));
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Returns the timer of users' operations. */
  public Latencies latencies() {
    return latencies;
  }

  /** Returns how many bytes of the log were made durable by now. */
  public long forcedBytes() {
    return forcedBytes.sum();
  }

  /** Returns whether a failure has ended writing. */
  public boolean isSealed() {
    return sealed;
  }

  /** Waits until listeners and the log have what they were told, if that takes not too long. */
  public void close() {
    if (!delivery.await()) {
      StoreLog.warn(
          store + ": a listener is still at work; events that wait come after the close", null);
    }
    StoreLog.await();
  }
}
