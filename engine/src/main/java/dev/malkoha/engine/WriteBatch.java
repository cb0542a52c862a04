package dev.malkoha.engine;

import dev.malkoha.engine.write.BatchFormat;
import java.lang.foreign.MemorySegment;

/**
 * An ordered, atomic set of puts, deletes and range deletes; its bytes are the log record.
 *
 * <p>Later operations win over earlier ones for the same key. Keys and values are copied. A batch
 * may be written more than once and cleared for reuse. Not for use by several threads at once: a
 * batch that one changes while another one writes it does the store no harm, but may be refused by
 * a {@link java.util.ConcurrentModificationException}, or written as nobody meant it.
 */
public final class WriteBatch {

  private final BatchFormat.Writer writer = new BatchFormat.Writer();

  /** Creates an empty batch. */
  public WriteBatch() {}

  /**
   * Adds a put.
   *
   * @throws IllegalArgumentException if the key, the value or the grown batch (1 GiB) is too large
   */
  public WriteBatch put(byte[] key, byte[] value) {
    writer.put(Limits.checkKey(key), Limits.checkValue(value));
    return this;
  }

  /** Adds a put of the bytes that the segments hold now. */
  public WriteBatch put(MemorySegment key, MemorySegment value) {
    return put(Limits.keyBytes(key), Limits.valueBytes(value));
  }

  /** Adds a delete. */
  public WriteBatch delete(byte[] key) {
    writer.delete(Limits.checkKey(key));
    return this;
  }

  /** Adds a delete of the key that the segment holds now. */
  public WriteBatch delete(MemorySegment key) {
    return delete(Limits.keyBytes(key));
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
    if (Limits.checkRange(from, to)) {
      writer.deleteRange(from, to);
    }
    return this;
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
  }

  BatchFormat.Writer encoded() {
    return writer;
  }
}
