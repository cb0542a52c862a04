package dev.malkoha.engine.deletion;

import java.util.Arrays;

/**
 * The sequence numbers that open snapshots read at, and the stripes that they cut all sequence
 * numbers into: entries of one stripe are seen, or not, by the same snapshots.
 *
 * <p>Taken once a job. A snapshot opened later reads at a newer sequence number than any that is in
 * a table, and so cuts nothing that the job looks at.
 */
public final class Snapshots {

  private final long[] ascending;

  /**
   * Creates the stripes.
   *
   * @param ascending sequence numbers, each once; copied
   */
  public Snapshots(long[] ascending) {
    this.ascending = ascending.clone();
  }

  /** The number of snapshots below a sequence number. */
  public int stripe(long sequence) {
    int at = Arrays.binarySearch(ascending, sequence);
    return at < 0 ? ~at : at;
  }

  /** Whether no snapshot sees the older entry and not the newer one. */
  boolean seeTheSame(long older, long newer) {
    return stripe(older) == stripe(newer);
  }

  /** The newest snapshot below a sequence number; there must be one. */
  long newestBelow(long sequence) {
    return ascending[stripe(sequence) - 1];
  }
}
