package dev.malkoha.papers;

/** Table 2's bits per item for a false-positive rate. */
final class SpaceFormulas {

  /** Bits of a bucket's two times four comparisons, log2 of 8; semi-sorting saves one. */
  private static final double CUCKOO_BITS = 3;

  private static final double SEMI_SORTED_BITS = 2;

  private static final double BLOOM_FACTOR = 1 / Math.log(2);

  private SpaceFormulas() {}

  static double bound(double rate) {
    return -Numbers.log2(rate);
  }

  static double bloom(double rate) {
    return BLOOM_FACTOR * bound(rate);
  }

  static double cuckoo(double rate, double load) {
    return (bound(rate) + CUCKOO_BITS) / load;
  }

  static double semiSorted(double rate, double load) {
    return (bound(rate) + SEMI_SORTED_BITS) / load;
  }

  /** The rate where cuckoo and Bloom filters take the same space. */
  static double cuckooCrossing(double load) {
    return crossing(CUCKOO_BITS, load);
  }

  static double semiSortedCrossing(double load) {
    return crossing(SEMI_SORTED_BITS, load);
  }

  private static double crossing(double bits, double load) {
    return Math.pow(2, -bits / (BLOOM_FACTOR * load - 1));
  }
}
