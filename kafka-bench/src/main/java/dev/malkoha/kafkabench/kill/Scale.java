package dev.malkoha.kafkabench.kill;

/**
 * How large a run is.
 *
 * @param records how many events, at least 1000
 * @param partitions of each topic
 * @param instances how many processes of the application
 */
public record Scale(long records, int partitions, int instances) {

  /** Checks the numbers. */
  public Scale {
    if (records < 1000 || partitions < 1 || instances < 1) {
      throw new IllegalArgumentException(
          "a run wants 1000 records, one partition and one instance at least, not "
              + records
              + ", "
              + partitions
              + ", "
              + instances);
    }
  }
}
