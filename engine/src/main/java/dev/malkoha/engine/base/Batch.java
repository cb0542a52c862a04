package dev.malkoha.engine.base;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.MalformedBytesException;
import org.jspecify.annotations.Nullable;

/**
 * A batch in its encoding, which is that of a log record, and how much of it belongs to which
 * keyspace. Operations are appended to it; it always holds a valid encoding.
 *
 * <pre>
 * batch     := sequence u64le, count u32le, (operation | keyspace)*, [time]
 * operation := kind u8 (0 delete, 1 put, 2 delete range, 3 ingestion, 5 merge, 6 put until, 13 mark),
 *              key length varint, key, [value length varint, value]
 * keyspace  := 15 u8, number varint
 * time      := 14 u8, milliseconds varint
 * </pre>
 *
 * The operation at index i has the sequence number {@code sequence + i}. The key of a range delete
 * is the range's first, and its value the first key after it, or empty where the range has no upper
 * end. An ingestion has no value, and a key of no bytes: it stands for tables that joined under its
 * number. A mark, which is alone in its batch, has a key of no bytes, and its label as value. The
 * value of a merge is its operand. The value of a put until a time begins with that time, i64le
 * milliseconds since 1970; below 0, in a caller's batch alone, it is how long after the write.
 * Operations belong to the default keyspace until another one is named. A time that stands at the
 * end is the last one that the store had told when the batch was logged. See docs/format/batch.md.
 *
 * <p>Not for use by several threads at once.
 */
public final class Batch {

  /** The kind of a delete, which has no value. */
  public static final byte DELETE = 0;

  /** The kind of a put. */
  public static final byte PUT = 1;

  /** The kind of a range delete: its value is the first key after the range, or empty for none. */
  public static final byte DELETE_RANGE = 2;

  /** The kind of an ingestion, which has neither key nor value. */
  public static final byte INGESTION = 3;

  /** The kind of a merge: its value is an operand of the keyspace's merge function. */
  public static final byte MERGE = 5;

  /** The kind of a put that expires: its value begins with when it does. */
  public static final byte PUT_UNTIL = 6;

  /** The kind of a mark, which has no key and whose value is its label. */
  public static final byte MARK = 13;

  /** Bytes before the first operation. */
  public static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  /** The value of a delete, and of a range delete that has no upper end. */
  public static final byte[] NO_BYTES = {};

  /** Stands where an operation's kind does. */
  private static final byte KEYSPACE = 15;

  /** Stands behind the last operation. */
  private static final byte TIME = 14;

  /** The most that an operation takes beside its bytes: a keyspace, a kind, two lengths. */
  private static final int OVERHEAD_MAX = 1 + 10 + 1 + 5 + 5;

  private static final int TIME_BYTES_MAX = 1 + 10;
  private static final int FIRST_BYTES = 256;
  private static final int KEPT_BYTES_MAX = 1 << 20;

  /** Leads to the operations of a caller's batch. */
  private static volatile BiFunction<Object, Object, Batch> opener =
      (batch, store) -> {
        throw new IllegalStateException("the class of callers' batches has not been loaded");
      };

  private final int bytesMax;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length = HEADER_BYTES;
  private int count;
  private boolean hasMerges;
  private boolean hasExpiry;

  /** There is one always; the first one has no operations in an empty batch. */
  private final List<Share> shares = new ArrayList<>(List.of(new Share()));

  private Share current = shares.getFirst();

  /** A keyspace as batches know it. */
  public interface Numbered {

    /** The number that the keyspace has in its store. */
    long number();
  }

  /** How much of a batch belongs to one keyspace. */
  public static final class Share {

    private long keyspace;
    private int operations;
    private long bytes;

    private Share() {}

    /** The number of the keyspace. */
    public long keyspace() {
      return keyspace;
    }

    /** The number of its operations. */
    public int operations() {
      return operations;
    }

    /** The bytes that they take. */
    public long bytes() {
      return bytes;
    }
  }

  /** Creates an empty batch. */
  public Batch() {
    this(Limits.batchBytesMax());
  }

  Batch(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * Says how callers' batches are opened, whose class shows nothing that is not exported.
   *
   * @param way from a caller's batch, and the store that it is written to, to its operations
   */
  public static void openBy(BiFunction<Object, Object, Batch> way) {
    opener = way;
  }

  /**
   * The operations of a caller's batch.
   *
   * @throws IllegalArgumentException if it names keyspaces of another store
   */
  public static Batch of(Object callers, Object store) {
    return opener.apply(Objects.requireNonNull(callers, "batch"), store);
  }

  /**
   * Appends an operation.
   *
   * @param keyspace the number of the keyspace that it belongs to
   * @param value empty for a delete; for a range delete the first key after the range, or empty
   * @throws IllegalArgumentException if the range's end is not above its beginning, in the bytes
   *     that were copied (the caller's may have changed since somebody looked), or the batch would
   *     be too large; it is left as it was
   */
  public void add(long keyspace, byte kind, byte[] key, byte[] value) {
    ensureRoom(OVERHEAD_MAX + (long) key.length + value.length);
    int at = length;
    if (keyspace != (count == 0 ? 0 : current.keyspace)) {
      bytes[at++] = KEYSPACE;
      at = Bytes.putVarint(bytes, at, keyspace);
    }
    bytes[at++] = kind;
    int keyEnd = append(at, key);
    int end = hasValue(kind) ? append(keyEnd, value) : keyEnd;
    if (kind == DELETE_RANGE
        && !isRange(bytes, keyEnd - key.length, key.length, end - value.length, value.length)) {
      throw new IllegalArgumentException(
          "the range does not end above its beginning: its keys were changed while they were"
              + " written; leave them alone until the call returns");
    }
    count(keyspace, end - length);
    length = end;
    count++;
    hasMerges |= kind == MERGE;
    hasExpiry |= kind == PUT_UNTIL;
  }

  private int append(int at, byte[] of) {
    int start = Bytes.putVarint(bytes, at, of.length);
    System.arraycopy(of, 0, bytes, start, of.length);
    return start + of.length;
  }

  private static boolean isRange(byte[] in, int keyAt, int keyLength, int endAt, int endLength) {
    return endLength == 0 || Bytes.compare(in, keyAt, keyLength, in, endAt, endLength) < 0;
  }

  private static boolean hasValue(byte kind) {
    return kind == PUT
        || kind == DELETE_RANGE
        || kind == MERGE
        || kind == PUT_UNTIL
        || kind == MARK;
  }

  private void ensureRoom(long more) {
    long needed = length + more;
    if (needed > bytesMax) {
      throw new IllegalArgumentException(
          "the batch would take %s bytes; the most is %s: write it in parts%s"
              .formatted(
                  needed, bytesMax, bytesMax < Limits.BATCH_BYTES_MAX ? Limits.heapRemedy() : ""));
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(bytesMax, Math.max(needed, 2L * bytes.length)));
    }
  }

  private void count(long keyspace, long more) {
    if (current.operations == 0) {
      current.keyspace = keyspace;
    } else if (current.keyspace != keyspace) {
      current = share(keyspace);
    }
    current.operations++;
    current.bytes += more;
  }

  private Share share(long keyspace) {
    for (Share share : shares) {
      if (share.keyspace == keyspace) {
        return share;
      }
    }
    Share share = new Share();
    share.keyspace = keyspace;
    shares.add(share);
    return share;
  }

  /**
   * Becomes a copy of another batch, and checks it.
   *
   * @throws ConcurrentModificationException if another thread is changing it
   */
  public void set(Batch other) {
    byte[] from = other.bytes;
    int end = Math.min(other.length, from.length);
    clear();
    ensureRoom(end - HEADER_BYTES);
    System.arraycopy(from, 0, bytes, 0, end);
    length = end;
    count = other.count;
    hasMerges = other.hasMerges;
    try {
      Reader at = reader();
      for (int before = HEADER_BYTES; at.next(); before = at.end()) {
        check(at.kind != INGESTION && at.kind != MARK, "a kind that no caller makes");
        count(at.keyspace, at.end() - before);
      }
    } catch (MalformedBytesException e) {
      throw new ConcurrentModificationException(
          "the batch was changed while it was written, and nothing of it was: use a batch in one"
              + " thread at a time",
          e);
    }
  }

  /** Removes all operations, and lets go of an array that one large batch made large. */
  public void clear() {
    if (bytes.length > KEPT_BYTES_MAX) {
      bytes = new byte[FIRST_BYTES];
    }
    length = HEADER_BYTES;
    count = 0;
    hasMerges = false;
    hasExpiry = false;
    current = shares.getFirst();
    current.operations = 0;
    current.bytes = 0;
    shares.subList(1, shares.size()).clear();
  }

  /** The value of a put until a time: that time, then what is put. */
  public static byte[] valueUntil(long time, byte[] value) {
    byte[] both = new byte[Long.BYTES + value.length];
    Bytes.putLong(both, 0, time);
    System.arraycopy(value, 0, both, Long.BYTES, value.length);
    return Limits.checkValue(both);
  }

  /** Appends a put that expires at a time, or at {@link Long#MAX_VALUE}, which is never. */
  public void addPut(long keyspace, byte[] key, byte[] value, long expiry) {
    if (expiry == Long.MAX_VALUE) {
      add(keyspace, PUT, key, value);
    } else {
      add(keyspace, PUT_UNTIL, key, valueUntil(expiry, value));
    }
  }

  /** Whether a put tells when it expires. */
  public boolean hasExpiry() {
    return hasExpiry;
  }

  /**
   * Appends the store's time, behind the last operation of a batch that is about to be logged, if
   * there is room; returns whether there is.
   */
  public boolean addTime(long millis) {
    if (length > Limits.BATCH_BYTES_MAX - TIME_BYTES_MAX) {
      return false;
    }
    if (length + TIME_BYTES_MAX > bytes.length) {
      bytes = Arrays.copyOf(bytes, length + TIME_BYTES_MAX);
    }
    bytes[length] = TIME;
    length = Bytes.putVarint(bytes, length + 1, millis);
    return true;
  }

  /** Writes the header for a batch that is about to be logged. */
  public void stamp(long firstSequence) {
    Bytes.putLong(bytes, 0, firstSequence);
    Bytes.putInt(bytes, Long.BYTES, count);
  }

  /** Whether there are merges, whose operands their functions are to be asked about. */
  public boolean hasMerges() {
    return hasMerges;
  }

  /** The number of operations. */
  public int count() {
    return count;
  }

  /** How much belongs to which keyspace, in the order of their first operations; if not empty. */
  public List<Share> shares() {
    return shares;
  }

  /** The bytes used. */
  public int length() {
    return length;
  }

  /** The encoding: valid from 0 to {@link #length}; its header once it is stamped. */
  public byte[] bytes() {
    return bytes;
  }

  /** Reads the operations. */
  public Reader reader() {
    return new Reader(bytes, 0, length, count);
  }

  /** The sequence number of the first operation of an encoded batch. */
  public static long firstSequence(byte[] batch, int offset, int length) {
    return new ByteReader(batch, offset, offset + length).readLong();
  }

  /** The number of operations of an encoded batch, as its header says. */
  public static int count(byte[] batch, int offset, int length) {
    check(length >= HEADER_BYTES, "shorter than its header");
    return Bytes.getInt(batch, offset + Long.BYTES);
  }

  /** The label of an encoded batch that is a mark; null if it is something else. */
  public static byte @Nullable [] markLabel(byte[] batch, int offset, int length) {
    Reader at = new Reader(batch, offset, length);
    return at.left == 1 && at.next() && at.kind == MARK ? at.value() : null;
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new MalformedBytesException("no well-formed batch: " + problem);
    }
  }

  /**
   * A place among the operations of an encoded batch. Each is checked before it is the current one;
   * a batch that is not well-formed is refused with a {@link MalformedBytesException}.
   */
  public static final class Reader {

    private final byte[] batch;
    private final int end;
    private final ByteReader in;
    private final int count;
    private int left;

    // The current operation.
    public long keyspace;
    public byte kind;
    public int keyAt;
    public int keyLength;
    public int valueAt;
    public int valueLength;

    /** The store's time when the batch was logged; 0 before its end, and if it tells none. */
    public long time;

    /** Begins before the first operation. */
    public Reader(byte[] batch, int offset, int length) {
      this(batch, offset, length, count(batch, offset, length));
    }

    private Reader(byte[] batch, int offset, int length, int count) {
      this.count = count;
      this.left = count;
      this.batch = batch;
      this.end = offset + length;
      this.in = new ByteReader(batch, offset + HEADER_BYTES, end);
    }

    /** Where the current operation ends. */
    public int end() {
      return end - in.remaining();
    }

    /** A copy of the key. */
    public byte[] key() {
      return Arrays.copyOfRange(batch, keyAt, keyAt + keyLength);
    }

    /** A copy of the value. */
    public byte[] value() {
      return Arrays.copyOfRange(batch, valueAt, valueAt + valueLength);
    }

    /** Moves to the next operation, if there is one. */
    public boolean next() {
      if (in.remaining() == 0) {
        check(left == 0, "its operations are not as many as its header says");
        return false;
      }
      int code = in.readByte();
      if (code == TIME) {
        time = in.readVarint();
        check(left == 0 && in.remaining() == 0 && time > 0, "a time that is none, or not its end");
        return false;
      }
      left--;
      if (code == KEYSPACE) {
        keyspace = in.readVarint();
        check(keyspace >= 0, "a keyspace of more than 9 bytes");
        code = in.readByte();
      }
      check(
          code <= INGESTION || code == MERGE || code == PUT_UNTIL || code == MARK,
          "unknown operation kind");
      kind = (byte) code;
      check(kind != MARK || count == 1, "a mark that is not alone");
      keyLength = in.readInt(kind == INGESTION || kind == MARK ? 0 : Limits.KEY_BYTES_MAX);
      keyAt = skip(keyLength);
      valueLength = hasValue(kind) ? in.readInt(Limits.VALUE_BYTES_MAX) : 0;
      valueAt = skip(valueLength);
      check(kind != PUT_UNTIL || valueLength >= Long.BYTES, "a put that tells no expiry");
      if (kind == DELETE_RANGE) {
        check(
            valueLength <= Limits.KEY_BYTES_MAX
                && isRange(batch, keyAt, keyLength, valueAt, valueLength),
            "a range that ends where it begins, or before");
      }
      return true;
    }

    private int skip(int length) {
      int at = end();
      in.skip(length);
      return at;
    }
  }
}
