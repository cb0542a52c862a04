package dev.malkoha.bench.workload;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.store.Store;

/** db_bench's deleterandom alone, step by step, for what is measured around it. */
public final class DeleteRandom {

  private final BenchOptions options;
  private final int[] order;

  /** Prepares stores of as many entries as the options say, of which half are deleted. */
  public DeleteRandom(BenchOptions options) {
    this.options = options;
    this.order = RandomOrder.of(options.entries(), options.seed());
  }

  /** Fills an empty store in random order, and waits until it is idle. */
  public void fill(Store store) {
    WriteRun.fill(store, order, options.seed());
  }

  /** Deletes a random half, and says how many a second. */
  public double deletesPerSecond(String name, Store store) {
    return run(name, store, Workload.DELETERANDOM).operationsPerSecond();
  }

  /**
   * Checks that the store has what is left and nothing else.
   *
   * @throws dev.malkoha.bench.WrongAnswerException if it has not
   */
  public void check(String name, Store store) {
    run(name, store, Workload.READDELETED);
    run(name, store, Workload.SCANAFTERDELETE);
  }

  private Team.Took run(String name, Store store, Workload workload) {
    return new WorkloadRun(name, workload, store, options, order).run();
  }
}
