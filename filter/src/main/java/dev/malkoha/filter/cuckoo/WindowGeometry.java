package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.filter.block.FilterBlock;
import dev.malkoha.filter.block.FilterKind;
import java.util.Locale;

/**
 * The shape of a windowed cuckoo filter's payload: equally wide slots, packed bit by bit, and guard
 * bytes so that 64 bits may be loaded at any slot.
 *
 * <p>Each two neighbouring slots are a window, so that there is one window less than slots.
 *
 * @param fingerprintBits the bits of a slot that tell keys apart
 * @param slots how many slots; at least 2
 */
record WindowGeometry(int fingerprintBits, long slots) implements Layout {

  /** With fewer, five keys in a million could share all their four slots. */
  static final int MIN_FINGERPRINT_BITS = 5;

  /** With more, two slots would not fit a 64-bit load at any bit of a byte. */
  static final int MAX_FINGERPRINT_BITS = 26;

  /** The slots of a window. */
  static final int WINDOW_SLOTS = 2;

  /** The bits of a slot beside the fingerprint: position in the window, and which window. */
  static final int TAG_BITS = 2;

  /** The share of slots in use that a build aims at; beyond 0.965 no placement exists. */
  static final double TARGET_LOAD = 0.95;

  /** A key's two windows. */
  private static final int CANDIDATES = 2;

  /** The shape for a number of keys at the target load. */
  static WindowGeometry forKeys(long keys, int fingerprintBits) {
    long slots = (long) Math.ceil(keys / TARGET_LOAD);
    return new WindowGeometry(fingerprintBits, Math.max(WINDOW_SLOTS, slots));
  }

  /** The shape that a header tells of. */
  static WindowGeometry of(BlockHeader header) {
    return new WindowGeometry(header.width(), header.buckets());
  }

  @Override
  public WindowGeometry resized(long keys) {
    return forKeys(keys, fingerprintBits);
  }

  /** A shape of one per cent, but at least one slot, more. */
  @Override
  public WindowGeometry grown() {
    return new WindowGeometry(fingerprintBits, slots + Math.max(1, slots / 100));
  }

  int slotBits() {
    return fingerprintBits + TAG_BITS;
  }

  long windows() {
    return slots - WINDOW_SLOTS + 1;
  }

  /** The fingerprints there are: all values but 0. */
  long fingerprints() {
    return CuckooGeometry.fingerprints(fingerprintBits);
  }

  @Override
  public boolean fits() {
    return slots <= FilterBlock.MAX_PAYLOAD && payloadBytes() <= FilterBlock.MAX_PAYLOAD;
  }

  @Override
  public boolean placeable() {
    return fits() && WindowCells.bytesFor(this) <= FilterBlock.MAX_PAYLOAD;
  }

  @Override
  public long payloadBytes() {
    return SlotArray.bytesFor(slots * slotBits());
  }

  @Override
  public WindowGeometry checked() {
    if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no windowed cuckoo filter has fingerprints of %d bits; expected %d to %d",
              fingerprintBits,
              MIN_FINGERPRINT_BITS,
              MAX_FINGERPRINT_BITS));
    }
    if (slots < WINDOW_SLOTS) {
      throw new IllegalArgumentException(
          "a windowed cuckoo filter has at least two slots, not " + slots);
    }
    if (!fits()) {
      throw new IllegalArgumentException(
          slots
              + " slots are too many: a windowed cuckoo filter has at most 2 GiB, and fewer than"
              + " 2^31 slots");
    }
    return this;
  }

  @Override
  public int mostEqual() {
    return CANDIDATES * WINDOW_SLOTS;
  }

  @Override
  public BlockHeader header(long salt, long live, long removed) {
    return new BlockHeader(
        FilterKind.WINDOWED_CUCKOO, fingerprintBits, WINDOW_SLOTS, 0, slots, salt, live, removed);
  }

  @Override
  public int place(long[] hashes, int count, BlockHeader header, byte[] block) {
    WindowPlacement placement = new WindowPlacement(this, header.salt());
    int homeless = placement.place(hashes, count);
    if (homeless < 0) {
      placement.pack(block, BlockHeader.BYTES);
    }
    return homeless;
  }

  @Override
  public Filter open(BlockHeader header, byte[] block) {
    return new WindowedCuckooFilter(header, block, BlockHeader.BYTES);
  }

  @Override
  public Buckets openBuckets(byte[] block) {
    return new WindowBuckets(this, block, BlockHeader.BYTES);
  }

  @Override
  public long removal(long mixed) {
    return Removal.bits(
        WindowKey.first(mixed, windows()), PartialKey.fingerprint(mixed, fingerprints()));
  }

  @Override
  public int part(long mixed, int bits) {
    return WindowKey.part(mixed, PartialKey.fingerprint(mixed, fingerprints()), bits);
  }

  @Override
  public double falsePositiveRate(long keys) {
    return falsePositiveRate(fingerprintBits, (double) keys / slots);
  }

  /**
   * The chance that an absent key's fingerprint equals one of those it is compared with. Each of
   * the four slots of its windows is compared under one of the four combinations of position and
   * choice: one slot's worth in all.
   */
  private static double falsePositiveRate(int fingerprintBits, double load) {
    return load / CuckooGeometry.fingerprints(fingerprintBits);
  }

  /**
   * The rate at the target load of fingerprints of a length in bits, or of the nearest possible
   * length.
   */
  static double rateOf(int fingerprintBits) {
    int bits = Math.clamp(fingerprintBits, MIN_FINGERPRINT_BITS, MAX_FINGERPRINT_BITS);
    return falsePositiveRate(bits, TARGET_LOAD);
  }

  /**
   * The narrowest fingerprint that keeps the rate at the target load.
   *
   * @throws IllegalArgumentException if there is none
   */
  static int fingerprintBitsFor(double falsePositiveRate) {
    return CuckooRates.narrowest(
        "windowed cuckoo filter",
        MIN_FINGERPRINT_BITS,
        MAX_FINGERPRINT_BITS,
        bits -> falsePositiveRate(bits, TARGET_LOAD),
        falsePositiveRate);
  }
}
