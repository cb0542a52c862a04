package dev.malkoha.kafkabench.measure;

/**
 * How much data each part of the benchmark has.
 *
 * @param driven records of each driven store
 * @param restored entries that are restored
 * @param entriesOfStore entries in each of a hundred stores
 * @param sent events that the application on the broker gets
 */
public record BenchScale(long driven, long restored, long entriesOfStore, long sent) {

  /** The scale that counts. */
  public static final BenchScale FULL = new BenchScale(3_000_000, 5_000_000, 150_000, 1_000_000);

  /** The scale that shows the order of things. */
  public static final BenchScale QUICK = new BenchScale(300_000, 500_000, 5_000, 100_000);

  /** Entries in each of the stores that are opened again. */
  private static final long ENTRIES_OF_SMALL_STORE = 100;

  /** The same with another number of entries that are restored. */
  public BenchScale restoring(long entries) {
    return new BenchScale(driven, entries, entriesOfStore, sent);
  }

  /** How many records or entries a part has in all. */
  public long records(Part part) {
    return switch (part) {
      case RESTORE, RESTORE_WINDOWS, RESTORE_SESSIONS, RESTORE_VERSIONS -> restored;
      case STORES -> part.stores() * entriesOfStore;
      case OPENINGS -> part.stores() * ENTRIES_OF_SMALL_STORE;
      case TOPOLOGY -> sent;
      default -> driven;
    };
  }
}
