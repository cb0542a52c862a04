package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.range.RangeTombstone;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has written to one keyspace, by key: of each key the last write alone, with
 * the operands that were merged since, and the ranges that were deleted. One thread.
 *
 * <p>A key that was written after its range was deleted is kept beside the range, and one that was
 * written before is not kept: so the ranges first and the keys after them are the same change.
 */
public final class IndexedWrites {

  /**
   * The last write of a key, and operands over it.
   *
   * @param key never changed
   * @param isWhole whether what the store has of the key does not count: it was put or deleted here
   * @param value null for a delete, and where it is not whole; never changed
   * @param expiry when the value expires; {@link Long#MAX_VALUE} if it never does
   * @param operands oldest first; at least one where it is not whole
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares writes
  public record Written(
      byte[] key, boolean isWhole, byte @Nullable [] value, long expiry, List<byte[]> operands) {

    private static Written of(byte[] key, byte @Nullable [] value, long expiry) {
      return new Written(key, true, value, expiry, new ArrayList<>(0));
    }
  }

  private final NavigableMap<byte[], Written> keys = new TreeMap<>(Arrays::compareUnsigned);
  private final KeyIntervals deleted = new KeyIntervals();

  private final Supplier<MergeFunction> function;

  /**
   * Creates an empty set of writes.
   *
   * @param function gives the keyspace's merge function; throws if there is none
   */
  public IndexedWrites(Supplier<MergeFunction> function) {
    this.function = function;
  }

  /**
   * Puts a key, or deletes it where there is no value; both are copied.
   *
   * @param expiry when the value expires; {@link Long#MAX_VALUE} if it never does
   */
  public void write(byte[] key, byte @Nullable [] value, long expiry) {
    byte[] own = key.clone();
    keys.put(own, Written.of(own, value == null ? null : value.clone(), expiry));
  }

  /**
   * Merges an operand into a key; both are copied.
   *
   * @throws IllegalArgumentException if the function refuses it
   */
  public void merge(byte[] key, byte[] operand) {
    function.get().checkOperand(operand);
    byte[] own = key.clone();
    Written before = get(own);
    Written written =
        before == null ? new Written(own, false, null, Long.MAX_VALUE, new ArrayList<>()) : before;
    written.operands.add(operand.clone());
    keys.put(own, written);
  }

  /**
   * What a write comes to with the operands over it. Calls users' code if there are any.
   *
   * @param stored what the store has of the key; null if nothing. Asked if the write is not whole
   */
  public byte @Nullable [] value(Written written, byte @Nullable [] stored) {
    byte[] value = written.isWhole ? written.value : stored;
    return written.operands.isEmpty()
        ? value
        : function.get().merge(written.key.clone(), value, List.copyOf(written.operands));
  }

  /** Deletes the keys from one (inclusive) to another (exclusive) above it; both are copied. */
  public void deleteRange(byte[] from, byte[] to) {
    keys.subMap(from, true, to, false).clear();
    deleted.add(from.clone(), to.clone());
  }

  /** Whether nothing was written. */
  public boolean isEmpty() {
    return keys.isEmpty() && deleted.isEmpty();
  }

  /** What was last done to a key; null if it was not touched. */
  public @Nullable Written get(byte[] key) {
    Written written = keys.get(key);
    return written != null || deleted.around(key) == null
        ? written
        : Written.of(key, null, Long.MAX_VALUE);
  }

  /** The deleted range that a key lies in, whatever was written to it since; null if none does. */
  @Nullable RangeTombstone deletedAround(byte[] key) {
    return deleted.around(key);
  }

  /** The first key written, at or above one, or above it alone; null if there is none. */
  @Nullable Written from(byte[] key, boolean inclusive) {
    return written(inclusive ? keys.ceilingEntry(key) : keys.higherEntry(key));
  }

  /** The last key written below one, or of all; null if there is none. */
  @Nullable Written below(byte @Nullable [] key) {
    return written(key == null ? keys.lastEntry() : keys.lowerEntry(key));
  }

  private static @Nullable Written written(Map.@Nullable Entry<byte[], Written> entry) {
    return entry == null ? null : entry.getValue();
  }

  /** About the bytes of all keys and values; ranges count nothing. */
  public long bytes() {
    long bytes = 0;
    for (Written written : keys.values()) {
      byte[] value = written.value();
      bytes += written.key().length + (value == null ? 0 : value.length);
      bytes += written.operands.stream().mapToLong(operand -> operand.length).sum();
    }
    return bytes;
  }

  /** Adds to a footprint what is written here. */
  public void addTo(Footprint footprint) {
    keys.values().forEach(footprint::add);
    deleted.all().forEach(range -> footprint.ranges().add(range.from(), range.to()));
  }

  /** Adds the writes to a batch. */
  public void addTo(Batch batch, long keyspace) {
    deleted
        .all()
        .forEach(range -> batch.add(keyspace, Batch.DELETE_RANGE, range.from(), range.to()));
    for (Written written : keys.values()) {
      byte[] value = written.value();
      if (value != null) {
        batch.addPut(keyspace, written.key(), value, written.expiry());
      } else if (written.isWhole && deleted.around(written.key()) == null) {
        batch.add(keyspace, Batch.DELETE, written.key(), Batch.NO_BYTES);
      }
      for (byte[] operand : written.operands) {
        batch.add(keyspace, Batch.MERGE, written.key(), operand);
      }
    }
  }
}
