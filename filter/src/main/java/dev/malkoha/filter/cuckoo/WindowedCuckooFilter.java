package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.Bytes;
import dev.malkoha.filter.block.FilterKind;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo filter of overlapping windows of two slots: a key is in one of the two slots of one of
 * its two windows.
 *
 * <p>Both windows are always read, each in one 64-bit load, and all four slots compared without a
 * branch: a hit costs what a miss costs.
 */
final class WindowedCuckooFilter implements Filter {

  private final byte[] block;
  private final int payload;
  private final WindowGeometry geometry;
  private final long keys;
  private final long saltKey;
  private final long windows;
  private final long fingerprints;
  private final long slotBits;

  /** A 1 in the lowest bit of both slots of a window. */
  private final long lows;

  /** A 1 in the highest bit of both slots. */
  private final long highs;

  /** The right slot's position bit. */
  private final long positions;

  WindowedCuckooFilter(BlockHeader header, byte[] block, int payload) {
    this.block = block;
    this.payload = payload;
    this.geometry = WindowGeometry.of(header);
    this.keys = header.live();
    this.saltKey = SaltedHash.key(header.salt());
    this.windows = geometry.windows();
    this.fingerprints = geometry.fingerprints();
    int bits = geometry.slotBits();
    this.slotBits = bits;
    this.lows = 1L | (1L << bits);
    this.highs = lows << (bits - 1);
    this.positions = 1L << (bits + geometry.fingerprintBits());
  }

  /** Why the header does not fit a payload of this length; empty if it does. */
  static String mismatch(BlockHeader header, int payloadLength) {
    int bits = header.width();
    if (bits < WindowGeometry.MIN_FINGERPRINT_BITS || bits > WindowGeometry.MAX_FINGERPRINT_BITS) {
      return "windowed cuckoo filter block with fingerprints of " + bits + " bits";
    }
    if (header.bucketSlots() != WindowGeometry.WINDOW_SLOTS
        || header.buckets() < WindowGeometry.WINDOW_SLOTS
        || header.buckets() > (long) payloadLength * Byte.SIZE
        || WindowGeometry.of(header).payloadBytes() != payloadLength) {
      return "windowed cuckoo filter block whose header does not fit its length";
    }
    return header.live() > header.buckets()
        ? "windowed cuckoo filter block with more keys than slots"
        : "";
  }

  @Override
  public boolean mayContain(long hash) {
    return matches(hash) != 0;
  }

  /** Not 0 if one of the four slots holds the key's fingerprint, with its position and choice. */
  private long matches(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = WindowKey.first(mixed, windows);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = WindowKey.second(first, fingerprint, windows);
    long wanted = fingerprint * lows | positions;
    return (zeroSlots(window(first) ^ wanted) | zeroSlots(window(second) ^ wanted ^ highs)) & highs;
  }

  /** The window's slots in the low bits; what lies above them is the neighbours'. */
  private long window(long index) {
    long bit = index * slotBits;
    return Bytes.getLong(block, payload + (int) (bit >>> 3)) >>> (bit & 7);
  }

  /** As in {@link NarrowCuckooFilter}: exact as to whether there is a slot of 0. */
  private long zeroSlots(long x) {
    return (x - lows) & ~x;
  }

  @Override
  public long keys() {
    return keys;
  }

  @Override
  public long sizeBytes() {
    return BlockHeader.BYTES + geometry.payloadBytes();
  }

  @Override
  public double expectedFalsePositiveRate() {
    return geometry.falsePositiveRate(keys);
  }

  @Override
  public String kind() {
    return FilterKind.WINDOWED_CUCKOO.label();
  }
}
