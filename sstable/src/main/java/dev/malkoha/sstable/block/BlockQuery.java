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
  int offset;
  int length;

  /** The largest tag to find, unsigned, as the file has it. */
  long tag;

  BlockHandle handle = new BlockHandle(0, 0, 0);

  private int position = ABSENT;
  private long foundTag;
  private long ordinal;
  private byte[] value = NOTHING;
  private int valueLength;

  /** Says what to look for, and in which block. Nothing is found yet. */
  public void prepare(BlockHandle block, byte[] sought, int from, int keyLength, long maxTag) {
    handle = block;
    key = sought;
    offset = from;
    length = keyLength;
    tag = maxTag;
    position = ABSENT;
  }

  /** Lets go of the key, and of the array for values if it is long. */
  public void leave() {
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
  byte[] found(int entry, long itsTag, long itsOrdinal, int itsValueLength) {
    position = entry;
    foundTag = itsTag;
    ordinal = itsOrdinal;
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
    return ordinal;
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
