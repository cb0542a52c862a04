package dev.malkoha.engine.commit;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.entry.EntryKind;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a batch, which is the encoding of a log record.
 *
 * <pre>
 * batch     := sequence u64le, count u32le, (operation | keyspace)*
 * operation := kind u8 (0 delete, 1 put, 2 delete range, 3 ingestion),
 *              key length varint, key, [value length varint, value]
 * keyspace  := 15 u8, number varint
 * </pre>
 *
 * The operation at index i has the sequence number {@code sequence + i}. Of a range delete the key
 * is the range's first and the value the first key behind it. An ingestion has no value, and a key
 * of no bytes: it stands for tables that joined under its number. Operations are of the default
 * keyspace until another one is named. See docs/format/batch.md.
 */
public final class BatchFormat {

  static final int SEQUENCE_OFFSET = 0;
  static final int COUNT_OFFSET = SEQUENCE_OFFSET + Long.BYTES;

  /** Bytes before the first operation. */
  public static final int HEADER_BYTES = COUNT_OFFSET + Integer.BYTES;

  /** The largest batch: what one log record may hold. */
  public static final int BATCH_BYTES_MAX = (1 << 30) - 64;

  /** The longest key. */
  public static final int KEY_BYTES_MAX = 65_535;

  /** The longest value. */
  public static final int VALUE_BYTES_MAX = 256 << 20;

  /** The value of a delete. */
  public static final byte[] NO_BYTES = {};

  /** Stands where an operation's kind does. */
  static final int KEYSPACE = 15;

  private static final int KEYSPACE_BYTES_MAX = 1 + 10;
  private static final int OPERATION_OVERHEAD_MAX = 1 + 5 + 5;

  private BatchFormat() {}

  /** The most bytes that a batch of one operation takes. */
  public static long bytesBound(int keyLength, int valueLength) {
    return (long) HEADER_BYTES
        + KEYSPACE_BYTES_MAX
        + OPERATION_OVERHEAD_MAX
        + keyLength
        + valueLength;
  }

  /** Receives the operations of a batch in order. */
  public interface Visitor {

    /**
     * One operation; for a delete the value is empty, for a range delete it is the end of the
     * range, above the key, for an ingestion key and value are empty. The bytes are the batch's
     * own: copy them.
     */
    void operation(
        EntryKind kind, byte[] bytes, int keyAt, int keyLength, int valueAt, int valueLength);

    /** The operations that follow are of this keyspace; those before the first such call of 0. */
    default void keyspace(long number) {}
  }

  /** A batch under construction: a growing array that always holds a valid encoding. */
  public static final class Writer {

    private final int bytesMax;
    private byte[] buffer = new byte[256];
    private int length = HEADER_BYTES;
    private int count;
    private final BatchShares shares = new BatchShares();

    /** Creates an empty batch. */
    public Writer() {
      this(HeapShares.batchBytesMax());
    }

    Writer(int bytesMax) {
      this.bytesMax = bytesMax;
    }

    /**
     * Appends an operation.
     *
     * @param keyspace that it is of: a number from 0 on
     * @param kind any that batches hold
     * @param value empty for a delete; of a range delete its end, exclusive and above the key
     * @throws IllegalArgumentException if the range's end is not above it, in the bytes that were
     *     copied (the caller's may have changed since somebody looked), or the batch is too large
     */
    public void add(long keyspace, EntryKind kind, byte[] key, byte[] value) {
      ensureRoom((long) key.length + value.length + KEYSPACE_BYTES_MAX + OPERATION_OVERHEAD_MAX);
      int before = length;
      if (keyspace != shares.current()) {
        buffer[length++] = KEYSPACE;
        length = Bytes.putVarint(buffer, length, keyspace);
      }
      buffer[length++] = kind.code();
      int keyAt = appendBytes(key);
      int valueAt = hasValue(kind) ? appendBytes(value) : length;
      if (kind == EntryKind.DELETE_RANGE
          && !isRange(buffer, keyAt, key.length, valueAt, value.length)) {
        length = before;
        throw new IllegalArgumentException(
            "the range does not end above its beginning: its keys were changed while they were"
                + " written; leave them alone until the call returns");
      }
      count++;
      shares.add(keyspace, length - before);
    }

    /**
     * Becomes a copy of what another batch holds now, of operations and bytes that its maker may be
     * changing in another thread: what is checked here is what is logged and applied.
     *
     * @param operations how many it is to hold
     * @param bytes how long it is to be
     * @throws ConcurrentModificationException if it is no well-formed batch of these
     */
    public void copy(Writer other, int operations, int bytes) {
      clear();
      byte[] from = other.buffer;
      if (bytes < HEADER_BYTES || bytes > from.length) {
        throw changed(null);
      }
      ensureRoom(bytes - HEADER_BYTES);
      System.arraycopy(from, HEADER_BYTES, buffer, HEADER_BYTES, bytes - HEADER_BYTES);
      length = bytes;
      count = operations;
      stamp(0);
      try {
        shares.count(buffer, length);
      } catch (IllegalArgumentException e) {
        throw changed(e);
      }
    }

    private static ConcurrentModificationException changed(@Nullable Exception cause) {
      return new ConcurrentModificationException(
          "the batch was changed while it was written, and nothing of it was: use a batch in one"
              + " thread at a time",
          cause);
    }

    /** Removes all operations, and lets go of a buffer that one large batch made large. */
    public void clear() {
      if (buffer.length > 1 << 20) {
        buffer = new byte[256];
      }
      length = HEADER_BYTES;
      count = 0;
      shares.clear();
    }

    /** The number of operations. */
    public int count() {
      return count;
    }

    /** How much of it is of which keyspace. */
    public BatchShares shares() {
      return shares;
    }

    /** The bytes used. */
    public int length() {
      return length;
    }

    /** The encoding: valid from 0 to {@link #length}. */
    public byte[] buffer() {
      return buffer;
    }

    /** Writes the header for a batch that is about to be logged. */
    public void stamp(long firstSequence) {
      Bytes.putLong(buffer, SEQUENCE_OFFSET, firstSequence);
      Bytes.putInt(buffer, COUNT_OFFSET, count);
    }

    /** Appends bytes behind their length; returns where they are. */
    private int appendBytes(byte[] bytes) {
      int at = Bytes.putVarint(buffer, length, bytes.length);
      System.arraycopy(bytes, 0, buffer, at, bytes.length);
      length = at + bytes.length;
      return at;
    }

    private void ensureRoom(long more) {
      long needed = length + more;
      if (needed > bytesMax) {
        throw new IllegalArgumentException(
            "the batch would take "
                + needed
                + " bytes; the most is "
                + bytesMax
                + ": write it in parts"
                + (bytesMax < BATCH_BYTES_MAX ? HeapShares.remedy() : ""));
      }
      if (needed > buffer.length) {
        long grown = Math.min(bytesMax, Math.max(needed, 2L * buffer.length));
        buffer = Arrays.copyOf(buffer, (int) grown);
      }
    }
  }

  /** The sequence number of a batch's first operation. */
  public static long firstSequence(byte[] batch, int offset, int length) {
    check(length >= HEADER_BYTES, "shorter than its header");
    return Bytes.getLong(batch, offset + SEQUENCE_OFFSET);
  }

  /** The number of a batch's operations, as its header says. */
  public static int count(byte[] batch, int offset, int length) {
    check(length >= HEADER_BYTES, "shorter than its header");
    return Bytes.getInt(batch, offset + COUNT_OFFSET);
  }

  /**
   * Walks a batch's operations.
   *
   * @throws IllegalArgumentException if the bytes are no well-formed batch
   */
  public static void visit(byte[] batch, int offset, int length, Visitor visitor) {
    Reader reader = new Reader(batch, offset, length);
    for (long keyspace = 0; reader.next(); ) {
      if (reader.keyspace != keyspace) {
        keyspace = reader.keyspace;
        visitor.keyspace(keyspace);
      }
      visitor.operation(
          reader.kind,
          batch,
          reader.keyOffset,
          reader.keyLength,
          reader.valueOffset,
          reader.valueLength);
    }
  }

  private static boolean isRange(
      byte[] batch, int fromOffset, int fromLength, int toOffset, int toLength) {
    return Bytes.compare(batch, fromOffset, fromLength, batch, toOffset, toLength) < 0;
  }

  private static boolean hasValue(EntryKind kind) {
    return switch (kind) {
      case PUT, DELETE_RANGE -> true;
      case DELETE, INGESTION -> false;
      case PUT_APART -> throw malformed("an operation that only tables hold");
    };
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw malformed(problem);
    }
  }

  private static IllegalArgumentException malformed(String problem) {
    return new IllegalArgumentException("no well-formed batch: " + problem);
  }

  /** A place among the operations of a batch; each is checked before it is the current one. */
  static final class Reader {

    private final byte[] bytes;
    private final int end;
    private int position;
    private int left;
    private long keyspace;
    private EntryKind kind = EntryKind.DELETE;
    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;

    Reader(byte[] batch, int offset, int length) {
      this.left = count(batch, offset, length);
      this.bytes = batch;
      this.position = offset + HEADER_BYTES;
      this.end = offset + length;
    }

    /** The keyspace of the current operation. */
    long keyspace() {
      return keyspace;
    }

    /** Where the current operation ends. */
    int position() {
      return position;
    }

    /** Moves to the next operation, if there is one. */
    boolean next() {
      if (position == end) {
        check(left == 0, "its operations are not as many as its header says");
        return false;
      }
      left--;
      int code = bytes[position++];
      if (code == KEYSPACE) {
        keyspace = number();
        check(position < end, "a keyspace without an operation");
        code = bytes[position++];
      }
      check(EntryKind.isKnown(code), "unknown operation kind");
      kind = EntryKind.of(code);
      keyLength = length();
      keyOffset = skip(keyLength);
      valueLength = hasValue(kind) ? length() : 0;
      valueOffset = skip(valueLength);
      checkSizes();
      return true;
    }

    private void checkSizes() {
      boolean range = kind == EntryKind.DELETE_RANGE;
      check(keyLength <= KEY_BYTES_MAX, "too long a key");
      check(kind != EntryKind.INGESTION || keyLength == 0, "an ingestion with a key");
      check(valueLength <= (range ? KEY_BYTES_MAX : VALUE_BYTES_MAX), "too long a value");
      check(
          !range || isRange(bytes, keyOffset, keyLength, valueOffset, valueLength),
          "a range that ends where it begins, or before");
    }

    private int length() {
      int value = 0;
      for (int shift = 0; shift < 35; shift += 7) {
        check(position < end, "cut off in a length");
        byte b = bytes[position++];
        value |= (b & 0x7F) << shift;
        if (b >= 0) {
          check(value >= 0, "a length above 2 GiB");
          return value;
        }
      }
      throw malformed("a length of more than 5 bytes");
    }

    private long number() {
      long value = 0;
      for (int shift = 0; shift < 63; shift += 7) {
        check(position < end, "cut off in a keyspace");
        byte b = bytes[position++];
        value |= (long) (b & 0x7F) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw malformed("a keyspace of more than 9 bytes");
    }

    private int skip(int count) {
      check(count <= end - position, "an operation reaches beyond the end");
      int at = position;
      position += count;
      return at;
    }
  }
}
