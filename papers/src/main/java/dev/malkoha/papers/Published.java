package dev.malkoha.papers;

import java.util.Map;

/** Numbers that the papers print. */
final class Published {

  /** The load factor of a (2,4)-cuckoo filter, Table 2. */
  static final double LOAD = 0.955;

  /** Where semi-sorted cuckoo filters and Bloom filters take the same space, Figure 4. */
  static final double CROSSOVER_RATE = 0.03;

  static final double CROSSOVER_BITS = 7.2;

  /** Where two and four slots a bucket take the same space, section 5.1. */
  static final double TWO_SLOTS_RATE = 0.002;

  /** The load factors by bucket slots, section 5.1. */
  static final Map<Integer, Double> LOAD_BY_SLOTS = Map.of(2, 0.84, 4, 0.95, 8, 0.98);

  /** Table 3's columns. Million items, of 192 MB. */
  static final Map<FilterSystem, LifeResults.Full> TABLE3 =
      Map.of(
          FilterSystem.CF, table3(FilterSystem.CF, 127.78, 12.60, 0.0019, 5.00),
          FilterSystem.SS_CF, table3(FilterSystem.SS_CF, 128.04, 12.58, 0.0009, 3.13),
          FilterSystem.BF, table3(FilterSystem.BF, 123.89, 13.00, 0.0019, 3.91),
          FilterSystem.BLK_BF, table3(FilterSystem.BLK_BF, 123.89, 13.00, 0.0043, 7.64),
          FilterSystem.QF, table3(FilterSystem.QF, 120.80, 13.33, 0.0018, 1.91),
          FilterSystem.DL_CBF, table3(FilterSystem.DL_CBF, 103.82, 15.51, 0.0076, 4.78));

  /** The login article's mean load by fingerprint bits, for 2^25 buckets of four. */
  static final Map<Integer, Double> LOGIN_MEAN =
      Map.of(2, 0.1753, 4, 0.6767, 6, 0.9539, 8, 0.9562, 12, 0.9577, 16, 0.9580);

  /** The login article's variance, printed there in per cent. */
  static final Map<Integer, Double> LOGIN_VARIANCE =
      Map.of(2, 0.0139, 4, 0.0806, 6, 0.0010, 8, 0.0018, 12, 0.0011, 16, 0.0011);

  private Published() {}

  private static LifeResults.Full table3(
      FilterSystem system, double millionItems, double bits, double rate, double speed) {
    return new LifeResults.Full(system, millionItems * 1e6, bits, rate, speed);
  }

  static LifeResults.Full table3(FilterSystem system) {
    LifeResults.Full full = TABLE3.get(system);
    if (full == null) {
      throw new IllegalStateException("Table 3 has no " + system.label());
    }
    return full;
  }

  static double mean(int width) {
    return LOGIN_MEAN.getOrDefault(width, Double.NaN);
  }

  static double variance(int width) {
    return LOGIN_VARIANCE.getOrDefault(width, Double.NaN);
  }
}
