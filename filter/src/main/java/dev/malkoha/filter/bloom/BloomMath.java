package dev.malkoha.filter.bloom;

import java.util.stream.IntStream;

/** The formulas of Bloom filters. */
final class BloomMath {

  static final int MIN_BITS_PER_KEY = 1;
  static final int MAX_BITS_PER_KEY = 64;
  static final int MAX_PROBES = 64;

  /** The number e to the minus this is not far from the smallest there is. */
  private static final int MANY_KEYS = 700;

  private BloomMath() {}

  /** The bits per key, if in range. */
  static int checkBitsPerKey(int bitsPerKey) {
    if (bitsPerKey < MIN_BITS_PER_KEY || bitsPerKey > MAX_BITS_PER_KEY) {
      throw new IllegalArgumentException(
          "bits per key of a Bloom filter must be from "
              + MIN_BITS_PER_KEY
              + " to "
              + MAX_BITS_PER_KEY
              + ", not "
              + bitsPerKey);
    }
    return bitsPerKey;
  }

  /** The probes that make a standard filter's rate lowest: ln 2 times the bits per key. */
  static int standardProbes(int bitsPerKey) {
    return Math.max(1, (int) Math.round(bitsPerKey * Math.log(2)));
  }

  /** The rate of a standard filter: every probe must meet a bit that some key's probe has set. */
  static double standardRate(double bitsPerKey, int probes) {
    return Math.pow(-Math.expm1(-probes / bitsPerKey), probes);
  }

  /**
   * The fewest probes that bring a blocked filter's rate within a per cent of the lowest possible:
   * the optimum is flat, and every probe costs time. Six at 10 bits a key.
   */
  static int blockedProbes(int bitsPerKey, int blockBits) {
    double keysPerBlock = (double) blockBits / bitsPerKey;
    int most = standardProbes(bitsPerKey);
    double lowest =
        IntStream.rangeClosed(1, most)
            .mapToDouble(probes -> blockedRate(blockBits, keysPerBlock, probes))
            .min()
            .orElseThrow();
    return IntStream.rangeClosed(1, most)
        .filter(probes -> blockedRate(blockBits, keysPerBlock, probes) <= 1.01 * lowest)
        .findFirst()
        .orElseThrow();
  }

  /**
   * The rate of a blocked filter: that of a standard filter of one block, over the Poisson
   * distribution of the keys in it. Putze, Sanders, Singler 2007, equation 3. For very many keys,
   * as only a forged block has, the mean number is used: the distribution is narrow there, and its
   * first term too small for a {@code double}.
   */
  static double blockedRate(int blockBits, double keysPerBlock, int probes) {
    if (keysPerBlock > MANY_KEYS) {
      return rateOfBlock(blockBits, keysPerBlock, probes);
    }
    double rate = 0;
    double chance = Math.exp(-keysPerBlock);
    int most = (int) (keysPerBlock + 10 * Math.sqrt(keysPerBlock) + 20);
    for (int keys = 1; keys <= most; keys++) {
      chance *= keysPerBlock / keys;
      rate += chance * rateOfBlock(blockBits, keys, probes);
    }
    return rate;
  }

  private static double rateOfBlock(int blockBits, double keys, int probes) {
    double setBits = -Math.expm1(keys * probes * Math.log1p(-1.0 / blockBits));
    return Math.pow(setBits, probes);
  }
}
