package dev.malkoha.papers.rivals;

import dev.malkoha.codec.Bytes;

/**
 * The slots of a quotient filter, packed bit by bit: each a remainder above three bits of metadata.
 *
 * <p>A slot that holds nothing has all three bits and the remainder 0. As many whole slots as 64
 * bits at a byte's boundary are sure to contain, its <i>lanes</i>, can be read and written as one
 * group; the first slot of a group is the lane of the low bits.
 */
final class QuotientSlots {

  /** Some key has this slot's number as its quotient: the key may be in another slot. */
  static final long OCCUPIED = 1;

  /** This slot's content belongs to the same run, thus has the same quotient, as the one before. */
  static final long CONTINUATION = 2;

  /** This slot's content is not in the slot that its quotient numbers. */
  static final long SHIFTED = 4;

  static final int METADATA_BITS = 3;
  static final long METADATA = OCCUPIED | CONTINUATION | SHIFTED;

  /** The most that an array can hold: almost 2^34 bits. */
  private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

  /** So that 64 bits may be read at the last slot. */
  private static final int GUARD_BYTES = Long.BYTES;

  /** The bits of the fraction by which a lane's bit is divided by the width. */
  private static final int FRACTION_BITS = 16;

  final byte[] bytes;
  final long count;

  /** How many slots make a group. */
  final int lanes;

  /** The bits of a group. */
  final long group;

  /** The lowest bit of each lane of a group. */
  final long ones;

  private final int width;
  private final long slot;
  private final int laneFraction;

  QuotientSlots(long count, int remainderBits) {
    this.count = count;
    this.width = remainderBits + METADATA_BITS;
    this.slot = (1L << width) - 1;
    this.lanes = (Long.SIZE - Byte.SIZE + greatestPowerOfTwoIn(width)) / width;
    this.group = -1L >>> (Long.SIZE - lanes * width);
    this.ones = ones(lanes, width);
    this.laneFraction = (1 << FRACTION_BITS) / width + 1;
    this.bytes = new byte[bytesFor(count, width)];
  }

  /** The largest power of two, up to 8, that divides the width: what slots' bit numbers share. */
  private static int greatestPowerOfTwoIn(int width) {
    return Math.min(Integer.lowestOneBit(width), Byte.SIZE);
  }

  private static long ones(int lanes, int width) {
    long ones = 0;
    for (int lane = 0; lane < lanes; lane++) {
      ones |= 1L << (lane * width);
    }
    return ones;
  }

  private static int bytesFor(long count, int width) {
    long most = (MAX_BYTES - GUARD_BYTES) * Byte.SIZE / width;
    Limits.check("slots of a quotient filter", count, 2, most);
    return (int) ((count * width + Byte.SIZE - 1) / Byte.SIZE) + GUARD_BYTES;
  }

  static boolean isEmpty(long slot) {
    return (slot & METADATA) == 0;
  }

  static boolean isShifted(long slot) {
    return (slot & SHIFTED) != 0;
  }

  static boolean isOccupied(long slot) {
    return (slot & OCCUPIED) != 0;
  }

  static boolean isContinuation(long slot) {
    return (slot & CONTINUATION) != 0;
  }

  static long remainder(long slot) {
    return slot >>> METADATA_BITS;
  }

  /** The slot after, which is the first after the last. */
  long next(long at) {
    return at + 1 == count ? 0 : at + 1;
  }

  /** The slot before, which is the last before the first. */
  long previous(long at) {
    return at == 0 ? count - 1 : at - 1;
  }

  long get(long at) {
    long bit = at * width;
    return (Bytes.getLong(bytes, byteOf(bit)) >>> (bit & 7)) & slot;
  }

  void set(long at, long value) {
    merge(at, value, slot);
  }

  /** The group of the slots from {@code at} on; the last of them must not be beyond the end. */
  long getGroup(long at) {
    long bit = at * width;
    return (Bytes.getLong(bytes, byteOf(bit)) >>> (bit & 7)) & group;
  }

  /** Sets the bits of {@code mask} in the group of the slots from {@code at} on. */
  void merge(long at, long value, long mask) {
    long bit = at * width;
    int index = byteOf(bit);
    int shift = (int) bit & 7;
    long old = Bytes.getLong(bytes, index);
    Bytes.putLong(bytes, index, (old & ~(mask << shift)) | ((value & mask) << shift));
  }

  /** A group moved on by one lane: the first becomes 0, the last falls out. */
  long nextLane(long word) {
    return (word << width) & group;
  }

  /** The content of a group's last lane. */
  long lastLane(long word) {
    return word >>> ((lanes - 1) * width);
  }

  /** The lane of a bit of a group. */
  int laneOf(int bit) {
    return (bit * laneFraction) >>> FRACTION_BITS;
  }

  /** The bits of all lanes up to the one whose lowest bit is given. */
  long upTo(long lowestBit) {
    return ((lowestBit << (width - 1)) << 1) - 1;
  }

  private static int byteOf(long bit) {
    return (int) (bit >>> 3);
  }
}
