package dev.malkoha.bench.memory;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;
import dev.malkoha.bench.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is measured with limited memory.
 *
 * @param limit bytes that each store's process may use, page cache included
 * @param dataBytes how much data, in keys and values: one size or several
 * @param workloads that a store is loaded for once, and that leave its keys where they were
 * @param reads operations of a workload that does not read everything
 * @param warmReads operations before those
 * @param threads threads that share a workload's operations
 * @param rounds how often each workload is run, stores alternating; medians count
 * @param heap of Java for stores that live in it, if it is not to be the usual one; else 0
 * @param parent an existing directory for the stores' files
 * @param kept where stores are kept and found again, if they are
 * @param dropping whether the page cache is dropped before each store is opened, where it may be
 */
public record MemoryPlan(
    long limit,
    List<Long> dataBytes,
    List<StoreKind> stores,
    List<Workload> workloads,
    int reads,
    int warmReads,
    int threads,
    int rounds,
    long seed,
    long heap,
    Path parent,
    Optional<Path> kept,
    boolean dropping) {

  /** The stores unless others are named. */
  public static final List<StoreKind> STORES =
      List.of(StoreKind.MALKOHA, StoreKind.ROCKSDB, StoreKind.ROCKSDB_DIRECT, StoreKind.LMDB);

  /** The workloads unless others are named. */
  public static final List<Workload> WORKLOADS =
      List.of(
          Workload.READRANDOM,
          Workload.READMISSING,
          Workload.MULTI64,
          Workload.READSEQ,
          Workload.SEEKRANDOM,
          Workload.YCSBA,
          Workload.YCSBB,
          Workload.YCSBC,
          Workload.YCSBF,
          Workload.YCSBD,
          Workload.YCSBE,
          Workload.PREFIXSCAN);

  /** Gets after a cold start. */
  static final int COLD_READS = 1_000;

  private static final long LIMIT_MIN = 128L << 20;

  /** Checks what is given. */
  public MemoryPlan {
    dataBytes = List.copyOf(dataBytes);
    stores = List.copyOf(stores);
    workloads = workloads.stream().distinct().sorted().toList();
    requireRoom(limit);
    if (rounds < 1 || warmReads < 0) {
      throw new IllegalArgumentException(
          "with --memory, rounds are 1 or more, warm reads 0 or more");
    }
    workloads.stream()
        .filter(workload -> !workload.leavesKeys())
        .findFirst()
        .ifPresent(
            workload -> {
              throw new IllegalArgumentException(
                  workload.label() + " does not run on a store that is kept, as with --memory");
            });
  }

  /** Refuses a limit that nothing fits into. */
  static void requireRoom(long limit) {
    if (limit < LIMIT_MIN) {
      throw new IllegalArgumentException("no store and its Java fit into less than 128m of memory");
    }
  }

  /** The kinds of stores that the workloads need. */
  List<Stage> stages() {
    return workloads.stream().map(Workload::stage).distinct().toList();
  }

  /** The workloads of one kind of store. */
  List<Workload> workloads(Stage stage) {
    return workloads.stream().filter(workload -> workload.stage() == stage).toList();
  }

  /** The memory of one store with one kind of data. */
  Budget budget(StoreKind store, Stage stage, long data) {
    return Budget.of(store, limit, stage.entries(data), heap);
  }

  /** How many times the limit a number of bytes is. */
  public double times(long bytes) {
    return bytes / (double) limit;
  }
}
