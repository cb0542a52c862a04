package dev.malkoha.engine.observe;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.wal.ForceWatch;
import org.jspecify.annotations.Nullable;

/**
 * The one place that is told each fact about a store. It passes the fact on to the log, to Java
 * Flight Recorder and to listeners, and counts and times what figures are made of.
 *
 * <p>Any thread, under any lock: listeners and handlers of the log are called elsewhere. Telling
 * never throws, whatever becomes of it.
 */
public final class Observer implements ForceWatch {

  /** Operations of users that are timed. */
  public enum Operation {
    /** A look-up of a key. */
    GET,
    /** A write of one operation, a batch or a transaction. */
    PUT,
    /** A cursor's way to the first or last entry, or to a key that is sought. */
    SCAN
  }

  private static final Force UNTOLD = bytes -> {};

  /**
   * One in this many operations is timed: reading the clock twice costs as much as 30 % of a miss.
   */
  static final int ONE_IN = 64;

  private static final int STRIPES = 16;

  /** Two cache lines, as the machine fetches them in pairs. */
  private static final int STRIPE_LONGS = 16;

  /** Spreads consecutive turns evenly over all numbers. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final Path store;
  private final LongSupplier clock;
  private final List<DbListener> listeners;
  private final Delivery delivery = new Delivery("malkoha-listeners", this::lost);

  /** The times of each operation; empty if nothing is timed. */
  private final Map<Operation, LatencyHistogram> times = new EnumMap<>(Operation.class);

  /** Operations begun, by stripe and operation. Threads that meet may lose some: no matter. */
  private final long[] turns = new long[(STRIPES + 1) * STRIPE_LONGS];

  private final Map<Span.Kind, Span.Tally> tallies = new EnumMap<>(Span.Kind.class);
  private final Waits waits;
  private final LongAdder forcedBytes = new LongAdder();

  /** What background work has met, by the file, or by whose function it is. */
  private final Map<String, Problem> problems = new ConcurrentSkipListMap<>();

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
    if (options.recordLatencies()) {
      Stream.of(Operation.values()).forEach(each -> times.put(each, new LatencyHistogram()));
    }
    for (Span.Kind kind : Span.Kind.values()) {
      tallies.put(kind, new Span.Tally(new LongAdder(), new LongAdder()));
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
    Problem damage = Problem.of(Problem.Kind.DAMAGE, file, problem);
    if (problems.putIfAbsent(file, damage) == null) {
      quietly(() -> tell(new StoreEvent.Damaged(store, keyspace, file, problem)));
    }
  }

  /** Tells that a function of a keyspace fails in background work, the first time that it does. */
  public void failed(String function, String keyspace, @Nullable Throwable cause) {
    String whose = "the " + function + " of keyspace " + keyspace;
    Problem problem = Problem.of(Problem.Kind.FUNCTION, "", whose + " has failed: " + cause);
    if (cause != null && problems.putIfAbsent(whose, problem) == null) {
      quietly(() -> tell(new StoreEvent.FunctionFailed(store, keyspace, function, cause)));
    }
  }

  /** Tells what cache, memtables and tables may take of a heap that they leave too little of. */
  public void heapTight(long memoryBytesMax, long tableBytes, long heapBytes) {
    quietly(() -> tell(new StoreEvent.HeapTight(store, memoryBytesMax, tableBytes, heapBytes)));
  }

  /** What background work has met: damaged files by their names, and functions that fail. */
  public SortedMap<String, Problem> problems() {
    return new TreeMap<>(problems);
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

  /** Begins a scan of a keyspace, which counts. */
  public long beginScan(Counts counts) {
    counts.add(Count.SCANS, 1);
    return begin(Operation.SCAN);
  }

  /** Begins an operation; returns what to give to {@link #end(Operation, long)}. */
  public long begin(Operation operation) {
    return times.isEmpty() || !isTurn(operation)
        ? 0
        : clock.getAsLong() | 1; // never the 0 that says: not timed
  }

  /**
   * Returns whether the next operation is to be timed. The choice looks random: a program with a
   * rhythm has all of its operations timed. The first one of each stripe is timed.
   */
  @SuppressWarnings("EnumOrdinal") // a look-up in a map would cost as much as all else here
  private boolean isTurn(Operation operation) {
    int stripe = (int) Thread.currentThread().threadId() & STRIPES - 1;
    long turn = turns[(stripe + 1) * STRIPE_LONGS + operation.ordinal()]++;
    return Long.numberOfLeadingZeros(turn * GOLDEN) >= Integer.numberOfTrailingZeros(ONE_IN);
  }

  /** Times the operation, if it is one to be timed. */
  public void end(Operation operation, long begun) {
    if (begun != 0) {
      Objects.requireNonNull(times.get(operation)).add(clock.getAsLong() - begun);
    }
  }

  /** Returns the times by now; null if nothing is timed. */
  public LatencyHistogram.@Nullable Counts times(Operation operation) {
    LatencyHistogram histogram = times.get(operation);
    return histogram == null ? null : histogram.counts();
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
