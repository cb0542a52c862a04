package dev.malkoha.papers;

import java.util.List;

/**
 * How large the experiments are.
 *
 * @param name what to call it
 * @param bucketBits the speed experiments' memory: that of 2^bucketBits buckets of 48 bits
 * @param lives how often each filter is filled, asked and emptied again
 * @param steps into how many parts an occupancy from 0 to 1 is cut
 * @param rounds how often each look-up rate is measured in a life; the median counts
 * @param queries look-ups of one measurement
 * @param rateQueries absent keys that a full filter's false-positive rate is measured with
 * @param warmUpLives lives of a small filter before anything is measured
 * @param ownProcesses whether each system is measured in a process of its own
 * @param loads the sizes that load factors are measured at, from the smallest
 * @param spaceSlotBits the space experiments' tables have 2^spaceSlotBits slots
 * @param spaceRuns tables of each kind in the space experiments
 * @param spaceQueries absent keys that each of those is asked for, at most
 */
public record Scale(
    String name,
    int bucketBits,
    int lives,
    int steps,
    int rounds,
    int queries,
    long rateQueries,
    int warmUpLives,
    boolean ownProcesses,
    List<LoadSize> loads,
    int spaceSlotBits,
    int spaceRuns,
    long spaceQueries) {

  private static final List<Integer> ALL_WIDTHS =
      List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);

  /** The login article's. */
  static final List<Integer> LOGIN_WIDTHS = List.of(2, 4, 6, 8, 12, 16);

  /** Checks what would otherwise fail late. */
  public Scale {
    if (bucketBits < FilterSystem.MIN_BUCKET_BITS || bucketBits > FilterSystem.MAX_BUCKET_BITS) {
      throw new IllegalArgumentException(
          "2^%s buckets; the exponent must be from %s to %s"
              .formatted(bucketBits, FilterSystem.MIN_BUCKET_BITS, FilterSystem.MAX_BUCKET_BITS));
    }
    loads = List.copyOf(loads);
  }

  /** The paper's size: quarter of an hour. */
  public static Scale full() {
    return new Scale(
        "full",
        FilterSystem.PAPER_BUCKET_BITS,
        1,
        20,
        3,
        1 << 20,
        20_000_000,
        6,
        true,
        List.of(
            new LoadSize(15, 10, ALL_WIDTHS, ALL_WIDTHS),
            new LoadSize(20, 10, ALL_WIDTHS, ALL_WIDTHS),
            new LoadSize(25, 1, LOGIN_WIDTHS, List.of(2, 4, 8, 16))),
        20,
        3,
        10_000_000);
  }

  /** A 64th of the paper's size: a minute and a half. */
  public static Scale quick() {
    return new Scale(
        "quick",
        FilterSystem.PAPER_BUCKET_BITS - 6,
        3,
        10,
        2,
        1 << 18,
        2_000_000,
        6,
        true,
        List.of(
            new LoadSize(15, 10, ALL_WIDTHS, ALL_WIDTHS),
            new LoadSize(20, 2, LOGIN_WIDTHS, LOGIN_WIDTHS)),
        17,
        2,
        4_000_000);
  }

  /**
   * Tables of one size whose load factor is measured.
   *
   * @param bucketBits they have 2^bucketBits buckets
   * @param runs how many of each kind
   * @param ofFour the fingerprint bits for buckets of four
   * @param ofEight the fingerprint bits for buckets of eight, which take twice as long
   */
  public record LoadSize(int bucketBits, int runs, List<Integer> ofFour, List<Integer> ofEight) {

    /** Copies. */
    public LoadSize {
      ofFour = List.copyOf(ofFour);
      ofEight = List.copyOf(ofEight);
    }
  }
}
