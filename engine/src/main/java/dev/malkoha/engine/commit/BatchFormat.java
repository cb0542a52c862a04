package dev.malkoha.engine.commit;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.base.HeapShares;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.OperationBuffer;
import dev.malkoha.engine.entry.EntryKind;
import java.util.ConcurrentModificationException;

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
 * is the range's first and the value the first key after it. An ingestion has no value, and a key
 * of no bytes: it stands for tables that joined under its number. Operations are of the default
 * keyspace until another one is named. See docs/format/batch.md.
 */
public final class BatchFormat {

  static final int SEQUENCE_OFFSET = 0;
  static final int COUNT_OFFSET = SEQUENCE_OFFSET + Long.BYTES;

  /** Bytes before the first operation. */
  public static final int HEADER_BYTES = COUNT_OFFSET + Integer.BYTES;

  /** The value of a delete. */
  public static final byte[] NO_BYTES = {};

  /** Stands where an operation's kind does. */
  static final byte KEYSPACE = 15;

  private static final int KEYSPACE_BYTES_MAX = 1 + 10;

  private BatchFormat() {}

  /** The most bytes that a batch of one operation takes. */
  public static long bytesBound(int keyLength, int valueLength) {
    return HEADER_BYTES + KEYSPACE_BYTES_MAX + OperationBuffer.bytesBound(keyLength, valueLength);
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

  /** A batch under construction, which always holds a valid encoding. */
  public static final class Writer {

    private final OperationBuffer encoded;
    private int count;
    private final BatchShares shares = new BatchShares();

    /** Creates an empty batch. */
    public Writer() {
      this(HeapShares.batchBytesMax());
    }

    Writer(int bytesMax) {
      encoded = new OperationBuffer(HEADER_BYTES, bytesMax);
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
      encoded.ensureRoom(KEYSPACE_BYTES_MAX + OperationBuffer.bytesBound(key.length, value.length));
      int before = encoded.length();
      if (keyspace != shares.current()) {
        encoded.append(KEYSPACE, keyspace);
      }
      try {
        encoded.append(kind.code(), key, hasValue(kind) ? value : null);
      } catch (IllegalArgumentException e) {
        encoded.cutTo(before);
        throw e;
      }
      count++;
      shares.add(keyspace, encoded.length() - before);
    }

    /**
     * Becomes the encoding of what a caller's batch holds now: what is checked here is what is
     * logged and applied.
     *
     * @param operations how many it is to hold
     * @param bytes that they are to take
     * @throws ConcurrentModificationException if it is no well-formed batch of these
     */
    public void copy(CallersBatch batch, int operations, int bytes) {
      clear();
      try {
        batch.encode(bytes, this);
        count = operations;
        stamp(0);
        shares.count(buffer(), length());
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw CallersBatch.changed(e);
      }
    }

    /** Appends operations that are encoded already. For {@link CallersBatch#encode}. */
    void append(byte[] from, int start, int end) {
      encoded.append(from, start, end);
    }

    /** Says which keyspace the operations are of that follow. For {@link CallersBatch#encode}. */
    void name(long keyspace) {
      encoded.ensureRoom(KEYSPACE_BYTES_MAX);
      encoded.append(KEYSPACE, keyspace);
    }

    /** Removes all operations, and lets go of a buffer that one large batch made large. */
    public void clear() {
      encoded.clear();
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
      return encoded.length();
    }

    /** The encoding: valid from 0 to {@link #length}. */
    public byte[] buffer() {
      return encoded.bytes();
    }

    /** Writes the header for a batch that is about to be logged. */
    public void stamp(long firstSequence) {
      Bytes.putLong(buffer(), SEQUENCE_OFFSET, firstSequence);
      Bytes.putInt(buffer(), COUNT_OFFSET, count);
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
      check(keyLength <= Limits.KEY_BYTES_MAX, "too long a key");
      check(kind != EntryKind.INGESTION || keyLength == 0, "an ingestion with a key");
      check(
          valueLength <= (range ? Limits.KEY_BYTES_MAX : Limits.VALUE_BYTES_MAX),
          "too long a value");
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
