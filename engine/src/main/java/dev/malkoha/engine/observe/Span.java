package dev.malkoha.engine.observe;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Work that has begun, and is told of when it is over. */
public final class Span {

  final Kind kind;
  final long began;

  /** The event of Flight Recorder that has begun with it; null if nobody records it. */
  final @Nullable Object recorded;

  Span(Kind kind, long began, @Nullable Object recorded) {
    this.kind = kind;
    this.began = began;
    this.recorded = recorded;
  }

  /** The kinds of work that a span times. */
  public enum Kind {
    OPEN,
    RECOVERY,
    FLUSH,
    COMPACTION,
    DELETES,
    CHECKPOINT,
    STALL,
    FORCE,
    SEAL,
    CLOSE
  }

  /** A count of how often work of a kind was done, and for how long in all. Any thread. */
  public static final class Tally {

    private final LongAdder times = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    Tally() {}

    void add(long took) {
      times.increment();
      nanos.add(took);
    }

    /** Returns how often it was done by now. */
    public long times() {
      return times.sum();
    }

    /** Returns how long it took by now, in nanoseconds. */
    public long nanos() {
      return nanos.sum();
    }
  }
}
