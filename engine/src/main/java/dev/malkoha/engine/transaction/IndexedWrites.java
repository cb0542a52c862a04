package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.range.RangeTombstone;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has written to one keyspace, by key: of each key the last write alone, and the
 * ranges that were deleted. One thread.
 *
 * <p>A key that was written after its range was deleted is kept beside the range, and one that was
 * written before is not kept: so the ranges first and the keys after them are the same change.
 */
public final class IndexedWrites {

  /**
   * The last write of a key.
   *
   * @param key never changed
   * @param value null for a delete; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares writes
  public record Written(byte[] key, byte @Nullable [] value) {}

  private final NavigableMap<byte[], Written> keys = new TreeMap<>(Arrays::compareUnsigned);
  private final KeyIntervals deleted = new KeyIntervals();

  /** Creates an empty set of writes. */
  public IndexedWrites() {}

  /** Puts a key, or deletes it where there is no value; both are copied. */
  public void write(byte[] key, byte @Nullable [] value) {
    byte[] own = key.clone();
    keys.put(own, new Written(own, value == null ? null : value.clone()));
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
    return written != null || deleted.around(key) == null ? written : new Written(key, null);
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
    }
    return bytes;
  }

  /** Adds to a footprint what is written here. */
  public void addTo(Footprint footprint) {
    keys.keySet().forEach(footprint::addKey);
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
        batch.add(keyspace, Batch.PUT, written.key(), value);
      } else if (deleted.around(written.key()) == null) {
        batch.add(keyspace, Batch.DELETE, written.key(), Batch.NO_BYTES);
      }
    }
  }
}
