package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.Store;

/**
 * What a workload cost beside its time, in the round that records. Bytes written and memory are the
 * process's, as Linux counts them, and so another store's too where that leaves work behind.
 *
 * @param settledMicrosPerOp microseconds of the clock for an operation, background work after it
 *     included
 * @param bytesWritten to files, mapped ones included, with the background work after it; -1 where
 *     the system does not say
 * @param writtenPerUserByte the same for each byte of keys and values that a workload that only
 *     writes has put; 0 for others
 * @param bytesOnDisk of the store's files when it is idle
 * @param bytesOnDiskPerUserByte the same for each byte of keys and values that are there; 0 where
 *     they were not counted
 * @param resident memory of the process in no file, and in mapped files; -1 where the system does
 *     not say
 */
public record Cost(
    double settledMicrosPerOp,
    long bytesWritten,
    double writtenPerUserByte,
    long bytesOnDisk,
    double bytesOnDiskPerUserByte,
    ProcessFacts.Resident resident) {

  /** Measures one workload. */
  static final class Meter {

    private final Site site;
    private final long written = ProcessFacts.bytesWritten();
    private final long start = System.nanoTime();

    /** Begins where the workload does. */
    Meter(Site site) {
      this.site = site;
    }

    /** Ends where a workload has ended and the store is idle again. */
    Cost read(long operationsDone) {
      long nanos = System.nanoTime() - start;
      long bytes = written < 0 ? -1 : ProcessFacts.bytesWritten() - written;
      long operations = Math.max(1, operationsDone);
      int entry = BenchKey.BYTES + site.workload().valueBytes();
      boolean fills = site.workload().puts();
      Store store = site.store();
      return new Cost(
          nanos / 1e3 / operations,
          bytes,
          fills ? Math.max(0, bytes) / (double) (operations * entry) : 0,
          store.bytesOnDisk(),
          fills ? store.bytesOnDisk() / (double) (store.count() * entry) : 0,
          ProcessFacts.resident());
    }
  }
}
