package dev.malkoha.engine.observe;

import module java.base;

import dev.malkoha.engine.events.StoreEvent;
import org.jspecify.annotations.Nullable;

/** Work that has begun, and is told of when it is over. No two are equal. */
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

  /**
   * A log that was made durable.
   *
   * @param bytes of it
   */
  record Forced(Path store, long bytes) {}

  /** The kinds of work that a span times: the fact that ends it, and its words in recordings. */
  public enum Kind {
    OPEN(StoreEvent.Opened.class, "", ""),
    RECOVERY(
        StoreEvent.Recovered.class,
        "Recovery",
        "An opening has opened the tables and read the log"),
    FLUSH(StoreEvent.Flushed.class, "Flush", "A memtable was written out"),
    COMPACTION(StoreEvent.Compacted.class, "Compaction", "Tables have become others"),
    DELETES(
        StoreEvent.DeletesApplied.class, "Deletes Applied", "The delete applier has made one run"),
    CHECKPOINT(StoreEvent.Checkpointed.class, "Checkpoint", "A checkpoint was taken"),
    STALL(StoreEvent.Stalled.class, "Stall", "A writer was made to wait"),
    FORCE(Forced.class, "Force", "The log was made durable"),
    SEAL(StoreEvent.Sealed.class, "Seal", "A failure has ended writing"),
    CLOSE(StoreEvent.Closed.class, "", "");

    final Class<?> fact;

    /** The name in recordings; empty for work that is not recorded. */
    final String label;

    final String description;

    Kind(Class<?> fact, String label, String description) {
      this.fact = fact;
      this.label = label;
      this.description = description;
    }
  }

  /** A count of how often work of a kind was done, and for how long in all. Any thread. */
  public record Tally(LongAdder times, LongAdder nanos) {

    void add(long took) {
      times.increment();
      nanos.add(took);
    }
  }
}
