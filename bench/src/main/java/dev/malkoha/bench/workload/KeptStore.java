package dev.malkoha.bench.workload;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store that outlives the process: one process loads it, others each run one workload on it. What
 * that has the device do is measured beside the time.
 */
public final class KeptStore {

  private static final int REHEARSED = 2_000;

  private final StoreKind kind;
  private final Stage stage;
  private final Path directory;
  private final BenchOptions options;

  /**
   * One part of what a process does with a store.
   *
   * @param latency of each operation or call by itself, if it was recorded
   * @param readBytes from the device, by the whole process
   * @param writtenBytes to files, mapped ones included
   * @param majorFaults accesses to memory that waited for the device
   * @param bytesOnDisk of the store's files after it
   */
  public record Measured(
      String name,
      long operations,
      double microsPerOp,
      @Nullable Latency latency,
      long readBytes,
      long writtenBytes,
      long majorFaults,
      long bytesOnDisk) {}

  /** One of a stage. The options are those of all that is done with it, and time each operation. */
  public KeptStore(StoreKind kind, Stage stage, Path directory, BenchOptions options) {
    this.kind = kind;
    this.stage = stage;
    this.directory = directory;
    this.options = options.toRecord();
  }

  /** Fills an empty directory, and ends when no work is left. LMDB's keys come in their order. */
  public Measured load() {
    Meter meter = new Meter("load");
    try (Store store = kind.open(directory, stage.settings(options))) {
      stage.load(store, options, kind == StoreKind.LMDB);
      return meter.read(stage.keys(options), store);
    }
  }

  /**
   * Opens what was loaded and runs a workload on it.
   *
   * @param warmReads operations before those that are measured, of other keys
   * @param ready is called when the code has been rehearsed, right before the store is opened
   * @return the opening, and the workload
   */
  public List<Measured> run(Workload workload, int warmReads, Runnable ready) throws IOException {
    rehearse(workload);
    ready.run();
    Meter opening = new Meter("open");
    try (Store store = kind.open(directory, stage.settings(options))) {
      Measured opened = opening.read(1, store);
      if (warmReads > 0) {
        run(store, warming(workload), options.toWarm(warmReads));
      }
      Meter meter = new Meter(workload.label());
      Team.Took took = run(store, workload, options);
      if (workload.isMixed()) {
        store.settle();
      }
      return List.of(opened, meter.read(took, store));
    }
  }

  /** Runs all of the code once on a small store: its pages come from the device, too. */
  private void rehearse(Workload workload) throws IOException {
    BenchOptions small = options.ofSize(Math.min(REHEARSED, options.entries()));
    try (Scratch scratch = Scratch.in(options.parent());
        Store store = kind.open(scratch.directory("rehearsal"), stage.settings(small))) {
      stage.load(store, small, false);
      run(store, workload, small);
    }
  }

  private static Workload warming(Workload workload) {
    return workload.isWhole() ? Workload.READRANDOM : workload;
  }

  private Team.Took run(Store store, Workload workload, BenchOptions how) {
    return new WorkloadRun(new Site(kind.label(), workload, store, how, new int[0])).run();
  }

  /** The work of the process, from where this is made on. */
  private static final class Meter {

    private final String name;
    private final ProcessFacts.Device before = ProcessFacts.device();
    private final long start = System.nanoTime();

    Meter(String name) {
      this.name = name;
    }

    /** By the clock up to now. */
    Measured read(long operations, Store store) {
      return read(operations, (System.nanoTime() - start) / 1e3 / operations, null, store);
    }

    /** By what a workload took, with the device's work up to now. */
    Measured read(Team.Took took, Store store) {
      return read(took.operations(), took.microsPerOp(), took.latency().orElse(null), store);
    }

    private Measured read(
        long operations, double microsPerOp, @Nullable Latency latency, Store store) {
      ProcessFacts.Device did = ProcessFacts.device().since(before);
      return new Measured(
          name,
          operations,
          microsPerOp,
          latency,
          did.readBytes(),
          did.writtenBytes(),
          did.majorFaults(),
          store.bytesOnDisk());
    }
  }
}
