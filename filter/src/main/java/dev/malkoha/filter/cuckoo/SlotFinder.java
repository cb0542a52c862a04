package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;

/**
 * The search for a slot by what it holds, in a bucket that fits one 64-bit load or in any other.
 */
final class SlotFinder {

  private final byte[] block;
  private final int payload;
  private final SlotArray slots;
  private final boolean narrow;
  private final int bucketSlots;
  private final int bucketBits;
  private final long lows;
  private final long highs;

  /** 2^16 divided by a slot's width, rounded up: divides the numbers of bits below 64 exactly. */
  private final int reciprocal;

  SlotFinder(CuckooGeometry geometry, byte[] block, int payload) {
    int slotBits = geometry.slotBits();
    this.block = block;
    this.payload = payload;
    this.slots = new SlotArray(block, payload, slotBits);
    this.narrow = geometry.bucketFitsOneLoad();
    this.bucketSlots = geometry.bucketSlots();
    this.bucketBits = geometry.bucketBits();
    this.lows = narrow ? Lanes.lows(slotBits, bucketSlots) : 0;
    this.highs = lows << (slotBits - 1);
    this.reciprocal = (1 << Short.SIZE) / slotBits + 1;
  }

  /** The first slot of a bucket that holds exactly this, or -1. */
  long find(long bucket, long content) {
    return narrow ? findAtOnce(bucket, content) : findOneByOne(bucket, content);
  }

  private long findAtOnce(long bucket, long content) {
    long word = Bytes.getBits(block, payload, (long) bucketBits * bucket);
    long marks = Lanes.zeros(word ^ (content * lows), lows) & highs;
    return marks == 0
        ? -1
        : bucket * bucketSlots + ((Long.numberOfTrailingZeros(marks) * reciprocal) >>> Short.SIZE);
  }

  private long findOneByOne(long bucket, long content) {
    long end = (bucket + 1) * bucketSlots;
    for (long slot = end - bucketSlots; slot < end; slot++) {
      if (slots.get(slot) == content) {
        return slot;
      }
    }
    return -1;
  }
}
