package dev.malkoha.bench.store;

/**
 * What a store counted while it answered.
 *
 * @param blockReads data blocks fetched from a file because the block cache did not hold them
 * @param filterNegatives table filters that said "absent"
 * @param filterFalsePositives table filters that said "maybe" of a key that the table then did not
 *     have
 * @param bytesWritten bytes of tables and files beside them, by flushes and by background work; not
 *     the log
 * @param bytesRead bytes of tables that compactions read
 */
public record Counters(
    long blockReads,
    long filterNegatives,
    long filterFalsePositives,
    long bytesWritten,
    long bytesRead) {

  /** Nothing counted. */
  public static final Counters ZERO = new Counters(0, 0, 0, 0, 0);

  /** The counts between an earlier reading and this one. */
  public Counters since(Counters earlier) {
    return new Counters(
        blockReads - earlier.blockReads,
        filterNegatives - earlier.filterNegatives,
        filterFalsePositives - earlier.filterFalsePositives,
        bytesWritten - earlier.bytesWritten,
        bytesRead - earlier.bytesRead);
  }

  /**
   * The share, from 0 to 1, of filter answers about absent keys that were "maybe"; 0 when no filter
   * was asked about one.
   */
  public double falsePositiveRate() {
    long absent = filterNegatives + filterFalsePositives;
    return absent == 0 ? 0 : (double) filterFalsePositives / absent;
  }
}
