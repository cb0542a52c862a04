package dev.malkoha.sstable.block;

/**
 * What a point read looks for in a block that lies in its file, and what was found of it: the value
 * in an array of its own.
 *
 * <p>Used by one thread at a time, again and again; the array that values go to is used again where
 * it is long enough.
 */
public final class BlockQuery {

  private static final byte[] NOTHING = {};

  /** Arrays above this length, in bytes, are not kept. */
  static final int LONGEST_KEPT = 128 << 10;

  private static final int ABSENT = -1;
  private static final int ODD = -2;

  byte[] key = NOTHING;
  int keyOffset;
  int keyLength;

  /** The largest tag to find, unsigned, as the file has it. */
  long tag;

  /** Where the block lies in its file, and its lengths, as in a {@link BlockHandle}. */
  long place;

  int storedLength;
  int rawLength;

  private int count;
  private long firstOrdinal;

  private int position = ABSENT;
  private long foundTag;
  private byte[] value = NOTHING;
  private int valueLength;

  /**
   * Says which block to look into. Nothing is found yet.
   *
   * @param offset of the block's first byte in the file
   * @param stored its bytes there, without the trailer
   * @param raw its bytes when unpacked
   * @param entryCount how many entries the block has, by the table's index
   * @param ordinalOfFirst where the first one stands in the table
   */
  public void in(long offset, int stored, int raw, int entryCount, long ordinalOfFirst) {
    place = offset;
    storedLength = stored;
    rawLength = raw;
    count = entryCount;
    firstOrdinal = ordinalOfFirst;
    position = ABSENT;
  }

  /** Says what to look for. */
  public void of(byte[] sought, int from, int itsLength, long maxTag) {
    key = sought;
    keyOffset = from;
    keyLength = itsLength;
    tag = maxTag;
  }

  /** Whether the header of a block says what the index does. */
  boolean isBlock(int itsCount, int itsFirstOrdinal) {
    return itsCount == count && itsFirstOrdinal == firstOrdinal;
  }

  /** Lets go of the key, and of the array for values if it is long. */
  public void clear() {
    key = NOTHING;
    if (value.length > LONGEST_KEPT) {
      value = NOTHING;
    }
  }

  /** Notes that the block is not laid out as it was when it was proved. */
  void beOdd() {
    position = ODD;
  }

  /**
   * Notes the entry that was found.
   *
   * @return the array to copy its value to
   */
  byte[] found(int entry, long itsTag, int itsValueLength) {
    position = entry;
    foundTag = itsTag;
    valueLength = itsValueLength;
    if (value.length < itsValueLength) {
      value = new byte[itsValueLength];
    }
    return value;
  }

  /** Whether the newest entry of the key that is not above the tag was found. */
  public boolean isFound() {
    return position >= 0;
  }

  /**
   * Whether the block is not laid out as it was when it was proved. Who asked then reads it whole,
   * and it is proved again.
   */
  public boolean isOdd() {
    return position == ODD;
  }

  /** Where the entry that was found stands in its table. */
  public long ordinal() {
    return firstOrdinal + position;
  }

  /** The tag of the entry that was found, as the file has it. */
  public long tag() {
    return foundTag;
  }

  /** The array that begins with the value of the entry that was found, until the next search. */
  public byte[] value() {
    return value;
  }

  public int valueLength() {
    return valueLength;
  }

  /** As {@link #value}, but no later search writes to it. */
  public byte[] takeValue() {
    byte[] taken = value;
    value = NOTHING;
    return taken;
  }
}
