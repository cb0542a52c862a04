package dev.malkoha.engine;

import dev.malkoha.engine.base.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a keyspace's values as compactions come by them. A flush does not ask,
 * nor an ingestion, nor a compaction that only moves a table; {@link Keyspace#compact} asks about
 * all there is. So nobody may rely on when a value is asked about, or on whether it ever is.
 *
 * <p>A compaction asks once about the newest value of a key that it has, and only while no snapshot
 * and no transaction of the store is open. Where one is open when it ends, its decisions are
 * forgotten. A newer value may be in memory or in another table, and of a keyspace with a merge
 * function operands may be. Deletes, operands, and what has expired are not asked about. All
 * decisions of a compaction show at one moment.
 *
 * <p>It is called under no lock, by background threads, several at once. It must give the same
 * answer whenever it is asked the same, call no store, and neither keep nor change what it is
 * given. What it throws leaves the value as it is; that is told once ({@link Db#problems}, an
 * event, the log), and work goes on.
 */
@FunctionalInterface
public interface CompactionFilter {

  /** Keeps everything, unasked. */
  CompactionFilter NONE = (key, value) -> Decision.keep();

  /** Decides about a value: {@link Decision#keep}, {@code remove} or {@code change}. */
  Decision decide(byte[] key, byte[] value);

  /**
   * What becomes of a value.
   *
   * @param isKept whether it stays as it is
   * @param value that takes its place, not to be changed; null if none does
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares decisions
  record Decision(boolean isKept, byte @Nullable [] value) {

    /** It stays. */
    public static Decision keep() {
      return new Decision(true, null);
    }

    /** The key is absent from then on; older values stay hidden, as by a delete. */
    public static Decision remove() {
      return new Decision(false, null);
    }

    /**
     * Another value takes its place, and expires when it would have.
     *
     * @throws IllegalArgumentException if it is longer than a put takes
     */
    public static Decision change(byte[] value) {
      return new Decision(false, Limits.checkValue(value));
    }
  }
}
