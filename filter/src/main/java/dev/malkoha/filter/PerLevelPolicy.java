package dev.malkoha.filter;

import dev.malkoha.filter.cuckoo.CuckooPolicy;

/**
 * The policy that spends a uniform cuckoo policy's memory by level.
 *
 * <p>Fewest false positives for some memory come with rates in proportion to the levels' sizes: for
 * each halving of a level's share, a bit more of fingerprint. Fingerprints are whole bits, so: a
 * largest level of at least half of all data gives up one bit, and the others spend no more than
 * what that saves.
 *
 * @param uniform the policy whose memory is spent
 */
record PerLevelPolicy(CuckooPolicy uniform) implements FilterPolicy {

  /** Bits that the others get beyond the proportion; they are few, so it costs next to nothing. */
  private static final int BEYOND_PROPORTION = 2;

  static PerLevelPolicy of(FilterPolicy uniform) {
    if (uniform instanceof CuckooPolicy rate) {
      return new PerLevelPolicy(rate);
    }
    throw new IllegalArgumentException(
        "perLevel spends the memory of a cuckoo policy, such as windowedCuckoo(0.001), not of "
            + uniform.spec());
  }

  @Override
  public FilterPolicy atLevel(double share, double largest) {
    return uniform.withMoreBits(moreBits(share, largest));
  }

  /** How many bits longer than the uniform policy's a level's fingerprints are. */
  static int moreBits(double share, double largest) {
    if (largest < 0.5) {
      return 0;
    }
    if (share >= largest) {
      return -1;
    }
    double proportion = Math.log(largest / share) / Math.log(2) + BEYOND_PROPORTION;
    double saved = largest / (1 - largest);
    return (int) Math.min(proportion, saved);
  }

  /** Builds as the largest level of a store does; tables of known levels use {@link #atLevel}. */
  @Override
  public byte[] build(long[] hashes, int count, long salt) {
    return atLevel(1, 1).build(hashes, count, salt);
  }

  @Override
  public String spec() {
    return "perLevel(" + uniform.spec() + ")";
  }

  @Override
  public String toString() {
    return spec();
  }
}
