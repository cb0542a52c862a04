package dev.malkoha.papers.filters;

/** Filters of about the same false-positive rate, which alone may be compared by speed. */
public enum FilterGroup {
  /** Fingerprints of 8 bits in buckets of four. */
  THREE_PERCENT("about 3 %", 0.0313),
  /** The 10 bits a key that are usual in stores. */
  ONE_PERCENT("about 1 %", 0.01),
  /** Fingerprints of 12 bits. */
  FIFTH_PERCENT("about 0.2 %", 0.002),
  /** Fingerprints of 16 bits. */
  HUNDREDTH_PERCENT("about 0.01 %", 0.000_125);

  private final String label;
  private final double rate;

  FilterGroup(String label, double rate) {
    this.label = label;
    this.rate = rate;
  }

  /** The rate as users read it. */
  public String label() {
    return label;
  }

  /** The rate that filters sized by a rate are asked for. */
  double rate() {
    return rate;
  }
}
