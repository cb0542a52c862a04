package dev.malkoha.papers.filters;

/** A measurement of a filter, over and over. */
public enum FilterMeasure {
  /** Nanoseconds to look up a key that the filter holds. */
  HIT("hit"),
  /** Nanoseconds to look up a key that it does not hold. */
  MISS("miss"),
  /** Nanoseconds to look up one or the other, by chance. */
  MIX("mix"),
  /** Nanoseconds to look up one of 64 of which each is one or the other, asked for at once. */
  BATCH("batch"),
  /** Nanoseconds to build the filter, for each of its keys. */
  BUILD("build"),
  /** Nanoseconds to remove a key, on the way from a full filter to one half full. */
  DELETE("delete"),
  /** Bytes of the Java heap allocated for a look-up, of either kind. */
  ALLOCATED("allocatedBytes");

  private final String label;

  FilterMeasure(String label) {
    this.label = label;
  }

  /** The name that users see. */
  public String label() {
    return label;
  }
}
