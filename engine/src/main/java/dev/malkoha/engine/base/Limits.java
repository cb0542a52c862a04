package dev.malkoha.engine.base;

import module java.base;

/**
 * The ceilings of keys, values, batches and keyspace names, the one place that checks them, and the
 * shares of the heap that they rest on.
 *
 * <p>While a write is made its bytes are in the heap three times: as its caller holds them, as they
 * are logged, and in the memtable; later once or twice, when they are read. Flushes copy no value
 * that is this large, and only the log's copy is gone at once.
 */
public final class Limits {

  /** The longest key. */
  public static final int KEY_BYTES_MAX = 65_535;

  /** The longest value. */
  public static final int VALUE_BYTES_MAX = 256 << 20;

  /** The largest batch: what one log record may hold. */
  public static final int BATCH_BYTES_MAX = (1 << 30) - 64;

  /** The name of the keyspace that every store has. */
  public static final String DEFAULT_KEYSPACE = "default";

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** The most that one write may take: a little more than a quarter of the heap. */
  private static final long WRITE_MOST = HEAP / 4 + HEAP / 32;

  /** The most bytes that stand before an operand in its entry. */
  public static final int REACH_BYTES_MAX = 10;

  /** The longest value that the heap allows. */
  private static final long VALUE_MOST = Math.min(VALUE_BYTES_MAX, WRITE_MOST);

  /** A batch above this waits for another such one's flush, and has memory before it is logged. */
  public static final long LARGE_BATCH = HEAP / 16;

  /**
   * The default size of a block cache, and of a memtable: the cache and three memtables take half
   * of the heap at most.
   */
  public static final long DEFAULT_PART = Math.clamp((HEAP / 8) >> 20, 1L, 64L) << 20;

  /** One memtable that is written to, and two that wait to be flushed. */
  public static final int MEMTABLES = 3;

  /**
   * A memtable of one entry takes some 10 KB: with less than this, keyspaces would be in each
   * other's way.
   */
  private static final long MEMTABLES_LEAST = 128 << 10;

  private static final int KEYSPACE_NAME_BYTES_MAX = 255;

  private static final Duration TIME_TO_LIVE_MAX = Duration.ofDays(36_500);

  private Limits() {}

  /** What all memtables of a store by itself may use, by the size of the default keyspace's. */
  public static long memTables(long memTableBytes) {
    return Math.max(MEMTABLES_LEAST, MEMTABLES * memTableBytes);
  }

  /** The largest batch, which holds the longest value in any case. */
  static int batchBytesMax() {
    return (int) Math.min(BATCH_BYTES_MAX, WRITE_MOST + (1 << 20));
  }

  /** What to do about a write that is too large, beside making it smaller. */
  static String heapRemedy() {
    return ", or raise -Xmx: about a quarter of the heap is the most, and it has "
        + HEAP
        + " bytes";
  }

  /** Checks that a key is not too long. */
  public static byte[] checkKey(byte[] key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.length);
    return key;
  }

  /**
   * Checks the ends of a range.
   *
   * @return whether any key can lie in it
   */
  public static boolean checkRange(byte[] from, byte[] to) {
    return Arrays.compareUnsigned(checkKey(from), checkKey(to)) < 0;
  }

  /** Checks that the label of a mark is not too long. */
  public static byte[] checkLabel(byte[] label) {
    return checkBytes("label", label, KEY_BYTES_MAX);
  }

  /** Checks that a value is not too long. */
  public static byte[] checkValue(byte[] value) {
    return checkBytes("value", value, VALUE_MOST);
  }

  /** Checks that an operand is not too long: it is stored with how many others it stands for. */
  public static byte[] checkOperand(byte[] operand) {
    return checkBytes("operand", operand, VALUE_MOST - REACH_BYTES_MAX);
  }

  private static byte[] checkBytes(String name, byte[] bytes, long most) {
    Objects.requireNonNull(bytes, name);
    if (bytes.length > most) {
      String remedy = VALUE_MOST < VALUE_BYTES_MAX ? heapRemedy() : "";
      throw tooLong(name, bytes.length, most + ": split it over several keys" + remedy);
    }
    return bytes;
  }

  /**
   * Checks how long something is to live, and gives it in milliseconds: the next whole number.
   *
   * @throws IllegalArgumentException if it is below 1 ms or above 36,500 days
   */
  public static long checkTimeToLive(Duration time) {
    Objects.requireNonNull(time, "timeToLive");
    if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(TIME_TO_LIVE_MAX) > 0) {
      throw new IllegalArgumentException(
          "the time to live is " + time + "; it must be from 1 ms to 36,500 days");
    }
    return time.plusNanos(999_999).toMillis();
  }

  /** Copies a key out of a segment, refusing a long one before it is copied. */
  public static byte[] keyBytes(MemorySegment key) {
    Objects.requireNonNull(key, "key");
    checkKeyLength(key.byteSize());
    return key.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Checks that a keyspace's name is Unicode text of 1 to 255 bytes of UTF-8. */
  public static String checkKeyspaceName(String name) {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a keyspace is empty: give it one");
    }
    CharBuffer text = CharBuffer.wrap(name);
    ByteBuffer bytes = ByteBuffer.allocate(3 * name.length());
    if (StandardCharsets.UTF_8.newEncoder().encode(text, bytes, true).isError()) {
      throw new IllegalArgumentException(
          "the name of a keyspace has half of a surrogate pair at index "
              + text.position()
              + ": for bytes that are no text, use a name such as their hexadecimal form");
    }
    if (bytes.position() > KEYSPACE_NAME_BYTES_MAX) {
      String most = KEYSPACE_NAME_BYTES_MAX + " bytes of UTF-8: shorten it";
      throw tooLong("keyspace name", bytes.position(), most);
    }
    return name;
  }

  /** Checks that a number lies between two others, or is one of them. */
  public static long inRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; it must be from " + least + " to " + most);
    }
    return value;
  }

  private static void checkKeyLength(long length) {
    if (length > KEY_BYTES_MAX) {
      throw tooLong(
          "key", length, KEY_BYTES_MAX + ": store a hash of it, or put the rest into the value");
    }
  }

  private static IllegalArgumentException tooLong(String what, long length, String most) {
    return new IllegalArgumentException(
        "a " + what + " of " + length + " bytes is too long; the most is " + most);
  }
}
