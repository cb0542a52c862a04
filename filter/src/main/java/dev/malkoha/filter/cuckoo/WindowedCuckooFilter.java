package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A cuckoo filter of overlapping windows of two slots: a key is in one of the two slots of one of
 * its two windows.
 *
 * <p>Both windows are always read, each in one 64-bit load, and all four slots compared without a
 * branch: a hit costs what a miss costs.
 */
final class WindowedCuckooFilter extends CuckooView {

  private final long windows;
  private final long slotBits;

  /** A 1 in the lowest bit of both slots of a window. */
  private final long lows;

  /** A 1 in the highest bit of both slots. */
  private final long highs;

  /** The right slot's position bit. */
  private final long positions;

  WindowedCuckooFilter(BlockHeader header, byte[] block, int payload) {
    super(header, block, payload);
    WindowGeometry geometry = WindowGeometry.of(header);
    this.windows = geometry.windows();
    int bits = geometry.slotBits();
    this.slotBits = bits;
    this.lows = Lanes.lows(bits, WindowGeometry.WINDOW_SLOTS);
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
    long mixed = SaltedHash.mix(hash, saltKey);
    long first = WindowKey.first(mixed, windows);
    long fingerprint = PartialKey.fingerprint(mixed, fingerprints);
    long second = WindowKey.second(first, fingerprint, windows);
    long wanted = fingerprint * lows | positions;
    long zeros =
        Lanes.zeros(window(first) ^ wanted, lows)
            | Lanes.zeros(window(second) ^ wanted ^ highs, lows);
    return (zeros & highs) != 0;
  }

  /** The window's slots in the low bits; what lies above them is the neighbours'. */
  private long window(long index) {
    return Bytes.getBits(block, payload, index * slotBits);
  }
}
