package dev.malkoha.engine.base;

import dev.malkoha.codec.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encoded operations in a growing array, after room for a header: {@code kind u8, key length
 * varint, key, [value length varint, value]} for each. Not for use by several threads at once.
 */
public final class OperationBuffer {

  /** The kind of a delete, which has no value. */
  public static final byte DELETE = 0;

  /** The kind of a put. */
  public static final byte PUT = 1;

  /** The kind of a range delete: its value is the first key after the range. */
  public static final byte DELETE_RANGE = 2;

  private static final int FIRST_BYTES = 256;
  private static final int KEPT_BYTES_MAX = 1 << 20;
  private static final int OVERHEAD_MAX = 1 + 5 + 5;

  private final int headerBytes;
  private final int bytesMax;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /**
   * Creates an empty buffer.
   *
   * @param headerBytes bytes before the first operation
   * @param bytesMax the most that it may hold, header included
   */
  public OperationBuffer(int headerBytes, int bytesMax) {
    this.headerBytes = headerBytes;
    this.bytesMax = bytesMax;
    this.length = headerBytes;
  }

  /** The most bytes that an operation takes. */
  public static long bytesBound(int keyLength, int valueLength) {
    return (long) OVERHEAD_MAX + keyLength + valueLength;
  }

  /** The array: valid up to {@link #length}. */
  public byte[] bytes() {
    return bytes;
  }

  /** The bytes used, header included. */
  public int length() {
    return length;
  }

  /** Removes all operations, and lets go of an array that one large batch made large. */
  public void clear() {
    if (bytes.length > KEPT_BYTES_MAX) {
      bytes = new byte[FIRST_BYTES];
    }
    length = headerBytes;
  }

  /**
   * Appends an operation that there is room for.
   *
   * @param value null if operations of this kind have none
   * @throws IllegalArgumentException if it is a range whose end is not above its beginning, in the
   *     bytes that were copied; the caller's may have changed since somebody looked
   */
  public void append(byte kind, byte[] key, byte @Nullable [] value) {
    bytes[length++] = kind;
    int keyAt = append(key);
    int valueAt = value == null ? length : append(value);
    if (kind == DELETE_RANGE
        && value != null
        && Bytes.compare(bytes, keyAt, key.length, bytes, valueAt, value.length) >= 0) {
      throw new IllegalArgumentException(
          "the range does not end above its beginning: its keys were changed while they were"
              + " written; leave them alone until the call returns");
    }
  }

  /** Appends bytes after their length; returns where they are. */
  private int append(byte[] of) {
    int at = Bytes.putVarint(bytes, length, of.length);
    System.arraycopy(of, 0, bytes, at, of.length);
    length = at + of.length;
    return at;
  }

  /** Appends a byte and a number that there is room for. */
  public void append(byte kind, long number) {
    bytes[length++] = kind;
    length = Bytes.putVarint(bytes, length, number);
  }

  /** Appends operations from another such array, if there is room. */
  public void append(byte[] from, int start, int end) {
    ensureRoom(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  /** Removes what was appended since the buffer had a length. */
  public void cutTo(int earlier) {
    length = earlier;
  }

  /**
   * Grows the array for more bytes.
   *
   * @throws IllegalArgumentException if they are too many
   */
  public void ensureRoom(long more) {
    long needed = length + more;
    if (needed > bytesMax) {
      throw new IllegalArgumentException(
          "the batch would take %s bytes; the most is %s: write it in parts%s"
              .formatted(
                  needed, bytesMax, bytesMax < Limits.BATCH_BYTES_MAX ? HeapShares.remedy() : ""));
    }
    if (needed > bytes.length) {
      long grown = Math.min(bytesMax, Math.max(needed, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, (int) grown);
    }
  }
}
