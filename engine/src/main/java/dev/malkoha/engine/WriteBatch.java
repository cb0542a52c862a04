package dev.malkoha.engine;

import dev.malkoha.engine.commit.BatchFormat;
import dev.malkoha.engine.entry.EntryKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * An ordered, atomic set of puts, deletes and range deletes, in any keyspaces of one store; its
 * bytes are the log record.
 *
 * <p>Later operations win over earlier ones for the same key. Keys and values are copied. A batch
 * may be written more than once and cleared for reuse. Not for use by several threads at once: a
 * batch that one changes while another one writes it does the store no harm, but may be refused by
 * a {@link java.util.ConcurrentModificationException}, or written as nobody meant it.
 */
public final class WriteBatch {

  private final BatchFormat.Writer writer = new BatchFormat.Writer();

  /** The store whose keyspaces the batch names; null if it names none. */
  private @Nullable Db db;

  /** Creates an empty batch. */
  public WriteBatch() {}

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key, the value or the grown batch (1 GiB) is too large
   */
  public WriteBatch put(byte[] key, byte[] value) {
    return add(0, EntryKind.PUT, Limits.checkKey(key), Limits.checkValue(value));
  }

  /** Adds a put into a keyspace. */
  public WriteBatch put(Keyspace keyspace, byte[] key, byte[] value) {
    return add(number(keyspace), EntryKind.PUT, Limits.checkKey(key), Limits.checkValue(value));
  }

  private WriteBatch add(long keyspace, EntryKind kind, byte[] key, byte[] value) {
    writer.add(keyspace, kind, key, value);
    return this;
  }

  private long number(Keyspace keyspace) {
    if (db != null && db != keyspace.db()) {
      throw new IllegalArgumentException(
          "the batch has operations of another store's keyspaces: use one batch for each store");
    }
    db = keyspace.db();
    return keyspace.number();
  }

  /** Adds a put of the bytes that the segments hold now. */
  public WriteBatch put(MemorySegment key, MemorySegment value) {
    return put(Limits.keyBytes(key), Limits.valueBytes(value));
  }

  /** Adds a put of the bytes that the segments hold now into a keyspace. */
  public WriteBatch put(Keyspace keyspace, MemorySegment key, MemorySegment value) {
    return put(keyspace, Limits.keyBytes(key), Limits.valueBytes(value));
  }

  /** Adds a delete. */
  public WriteBatch delete(byte[] key) {
    return add(0, EntryKind.DELETE, Limits.checkKey(key), BatchFormat.NO_BYTES);
  }

  /** Adds a delete from a keyspace. */
  public WriteBatch delete(Keyspace keyspace, byte[] key) {
    return add(number(keyspace), EntryKind.DELETE, Limits.checkKey(key), BatchFormat.NO_BYTES);
  }

  /** Adds a delete of the key that the segment holds now. */
  public WriteBatch delete(MemorySegment key) {
    return delete(Limits.keyBytes(key));
  }

  /** Adds a delete from a keyspace of the key that the segment holds now. */
  public WriteBatch delete(Keyspace keyspace, MemorySegment key) {
    return delete(keyspace, Limits.keyBytes(key));
  }

  /**
   * Adds a delete of every key from {@code from} (inclusive) to {@code to} (exclusive): one
   * operation, however many keys there are. Operations before it in the batch lose what it covers,
   * operations behind it keep it. Where both ends are the same key nothing is added.
   *
   * @throws IllegalArgumentException if {@code from} is above {@code to}, or one is too long
   * @see Db#deleteRange(byte[], byte[], Durability)
   */
  public WriteBatch deleteRange(byte[] from, byte[] to) {
    return deleteRange(0, from, to);
  }

  /** Adds a delete of every key of a range from a keyspace. */
  public WriteBatch deleteRange(Keyspace keyspace, byte[] from, byte[] to) {
    return deleteRange(number(keyspace), from, to);
  }

  private WriteBatch deleteRange(long keyspace, byte[] from, byte[] to) {
    return Limits.checkRange(from, to) ? add(keyspace, EntryKind.DELETE_RANGE, from, to) : this;
  }

  /**
   * Adds a delete of every key of a range, which may be open at either end; nothing where it is
   * empty. Without an upper end it is two operations: the second deletes the greatest key there can
   * be.
   *
   * @throws IllegalArgumentException if an end is longer than 65,535 bytes
   */
  public WriteBatch deleteRange(KeyRange range) {
    return deleteRange(0, range);
  }

  /** Adds a delete of every key of a range from a keyspace. */
  public WriteBatch deleteRange(Keyspace keyspace, KeyRange range) {
    return deleteRange(number(keyspace), range);
  }

  WriteBatch deleteRange(long keyspace, KeyRange range) {
    if (range.isEmpty()) {
      return this;
    }
    byte[] from = range.from();
    byte[] to = range.to();
    if (to != null) {
      return deleteRange(keyspace, from, to);
    }
    byte[] greatest = KeyRange.greatestKey();
    return deleteRange(keyspace, from, greatest)
        .add(keyspace, EntryKind.DELETE, greatest, BatchFormat.NO_BYTES);
  }

  /** The number of operations. */
  public int count() {
    return writer.count();
  }

  /** The bytes that the batch takes in the log. */
  public long sizeBytes() {
    return writer.length();
  }

  /** Removes all operations. */
  public void clear() {
    writer.clear();
    db = null;
  }

  BatchFormat.Writer encodedFor(Db user) {
    if (db != null && db != user) {
      throw new IllegalArgumentException("the batch names keyspaces of another store");
    }
    return writer;
  }
}
