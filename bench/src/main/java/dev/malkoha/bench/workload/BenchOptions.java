package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * How the workloads are run.
 *
 * @param stores which stores, in the order to show them
 * @param workloads which workloads, in the order of their declaration
 * @param entries keys in a filled store
 * @param reads operations of a random read or seek workload
 * @param threads threads that share a workload's operations
 * @param rounds timed rounds, after one round that warms up and counts; 0 for nothing but the round
 *     that records
 * @param settings what each store is given
 * @param seed of every random order
 * @param parent an existing directory for the stores' files
 * @param recording whether each operation is timed by itself, and files are looked at
 */
public record BenchOptions(
    List<StoreKind> stores,
    List<Workload> workloads,
    int entries,
    int reads,
    int threads,
    int rounds,
    StoreSettings settings,
    long seed,
    Path parent,
    boolean recording) {

  /** The block cache unless told otherwise. */
  public static final long CACHE_BYTES = 256L << 20;

  private static final int COUNTED_READS = 200_000;
  private static final int MAX_ENTRIES = 1_000_000_000;

  /** The operations of rounds that are timed as a whole. */
  public BenchOptions(
      List<StoreKind> stores,
      List<Workload> workloads,
      int entries,
      int reads,
      int threads,
      int rounds,
      StoreSettings settings,
      long seed,
      Path parent) {
    this(stores, workloads, entries, reads, threads, rounds, settings, seed, parent, false);
  }

  /** Checks what is given. */
  public BenchOptions {
    stores = List.copyOf(stores);
    workloads = workloads.stream().distinct().sorted().toList();
    if (stores.isEmpty() || stores.stream().distinct().count() < stores.size()) {
      throw new IllegalArgumentException("name each store once, and at least one");
    }
    if (workloads.isEmpty()) {
      throw new IllegalArgumentException("name at least one workload");
    }
    atLeast(0, rounds, "rounds");
    atLeast(1, reads, "reads");
    atLeast(1, threads, "threads");
    atLeast(threads, entries, "entries (for " + threads + " threads)");
    if (entries > MAX_ENTRIES) {
      throw new IllegalArgumentException("entries must be at most " + MAX_ENTRIES);
    }
  }

  /** The same with other entries, and no more reads than those. */
  public BenchOptions ofSize(int size) {
    return new BenchOptions(
        stores,
        workloads,
        size,
        Math.min(reads, size),
        threads,
        rounds,
        settings,
        seed,
        parent,
        recording);
  }

  /** The same for the round that records. */
  BenchOptions toRecord() {
    return new BenchOptions(
        stores, workloads, entries, reads, threads, rounds, settings, seed, parent, true);
  }

  /**
   * The same with another number of reads, of other keys: what is read here is not what is
   * measured.
   */
  BenchOptions toWarm(int warmReads) {
    return new BenchOptions(
        stores, workloads, entries, warmReads, threads, rounds, settings, ~seed, parent);
  }

  /** The same for the round that counts: no cache, and no more reads than a rate needs. */
  BenchOptions counting() {
    return new BenchOptions(
        stores,
        workloads,
        entries,
        Math.min(reads, COUNTED_READS),
        threads,
        rounds,
        settings.withoutCache().withCounters(),
        seed,
        parent);
  }

  /** Whether the times of this round count. */
  boolean isTimed() {
    return !isCounting() && (!recording || rounds == 0);
  }

  /** Whether this is the round that counts. */
  boolean isCounting() {
    return settings.counting();
  }

  private static void atLeast(int least, int value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
    }
  }
}
