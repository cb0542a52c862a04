package dev.malkoha.kafkabench.measure;

/**
 * How much data each part of the benchmark has.
 *
 * @param driven records of each driven store
 * @param restored entries that are restored
 * @param stores how many stores there are at once
 * @param entriesOfStore entries in each of them
 * @param sent events that the application on the broker gets
 */
public record BenchScale(long driven, long restored, int stores, long entriesOfStore, long sent) {

  /** The scale that counts. */
  public static final BenchScale FULL =
      new BenchScale(3_000_000, 5_000_000, 100, 150_000, 1_000_000);

  /** The scale that shows the order of things. */
  public static final BenchScale QUICK = new BenchScale(300_000, 500_000, 100, 5_000, 100_000);

  /** How many records or entries a part has in all. */
  public long records(Part part) {
    return switch (part) {
      case RESTORE -> restored;
      case STORES -> stores * entriesOfStore;
      case TOPOLOGY -> sent;
      default -> driven;
    };
  }
}
