package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.block.FilterKind;
import java.util.Locale;

/** The shapes that cuckoo filters may have, whether read from a block or asked for. */
final class CuckooLimits {

  static final int MIN_FINGERPRINT_BITS = 1;
  static final int MAX_FINGERPRINT_BITS = 32;

  /** Below this, semi-sorted fingerprints would have no direct bits. */
  static final int MIN_SEMI_SORTED_BITS = MultisetCode.NIBBLE_BITS + 1;

  static final int MAX_VALUE_BITS = 16;

  private CuckooLimits() {}

  /** The shape, if it is one and fits an array. */
  static CuckooGeometry checked(CuckooGeometry geometry) {
    String problem = problem(geometry);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException("no cuckoo filter has " + problem);
    }
    if (geometry.buckets() < 1) {
      throw new IllegalArgumentException(
          "a cuckoo filter has at least one bucket, not " + geometry.buckets());
    }
    if (!geometry.fits()) {
      throw new IllegalArgumentException(
          geometry.buckets()
              + " buckets are too many: a cuckoo filter has at most 2 GiB and 2^32 - 1 slots");
    }
    return geometry;
  }

  /** The shape, if it is one and fits an array. */
  static WindowGeometry checked(WindowGeometry geometry) {
    int bits = geometry.fingerprintBits();
    if (bits < WindowGeometry.MIN_FINGERPRINT_BITS || bits > WindowGeometry.MAX_FINGERPRINT_BITS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no windowed cuckoo filter has fingerprints of %d bits; expected %d to %d",
              bits,
              WindowGeometry.MIN_FINGERPRINT_BITS,
              WindowGeometry.MAX_FINGERPRINT_BITS));
    }
    if (geometry.slots() < WindowGeometry.WINDOW_SLOTS) {
      throw new IllegalArgumentException(
          "a windowed cuckoo filter has at least two slots, not " + geometry.slots());
    }
    if (!geometry.fits()) {
      throw new IllegalArgumentException(
          geometry.slots()
              + " slots are too many: a windowed cuckoo filter has at most 2 GiB, and fewer than"
              + " 2^31 slots");
    }
    return geometry;
  }

  /**
   * The fields of a shape that are out of range, but for the number of buckets; empty if none is.
   */
  static String problem(CuckooGeometry geometry) {
    boolean semiSorted = geometry.kind() == FilterKind.SEMI_SORTED_CUCKOO;
    int bits = geometry.fingerprintBits();
    int minBits = semiSorted ? MIN_SEMI_SORTED_BITS : MIN_FINGERPRINT_BITS;
    if (bits < minBits || bits > MAX_FINGERPRINT_BITS) {
      return String.format(
          "fingerprints of %s bits; expected %s to %s", bits, minBits, MAX_FINGERPRINT_BITS);
    }
    int slots = geometry.bucketSlots();
    if (slots != 4 && (geometry.kind() != FilterKind.CUCKOO || (slots != 2 && slots != 8))) {
      return "buckets of " + slots + " slots; expected 4, or 2 or 8 if plain and without values";
    }
    boolean isMap = geometry.kind() == FilterKind.CUCKOO_MAP;
    int valueBits = geometry.valueBits();
    if (valueBits < (isMap ? 1 : 0) || valueBits > (isMap ? MAX_VALUE_BITS : 0)) {
      return "values of " + valueBits + " bits; expected 1 to " + MAX_VALUE_BITS + " in a map";
    }
    return "";
  }
}
