package dev.malkoha.bench.compare;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.store.Store;
import dev.malkoha.cli.Progress;

/** One step on one store, with every answer checked. */
final class StepRun {

  private final String name;
  private final Store store;
  private final Dataset data;
  private final Progress.Task progress;

  StepRun(String name, Store store, Dataset data, Progress.Task progress) {
    this.name = name;
    this.store = store;
    this.data = data;
    this.progress = progress;
  }

  Took run(Step step, long seed) {
    return switch (step) {
      case LOAD, REMOVE -> write(step, seed);
      case MISSES, HITS, SCAN, REMOVED -> read(step, seed);
    };
  }

  private Took write(Step step, long seed) {
    TimedWrites writes = new TimedWrites(store, data, progress);
    if (step == Step.LOAD) {
      writes.put(data.shuffled(seed));
      writes.settle();
    } else {
      writes.delete(data.removed());
    }
    return writes.took();
  }

  private Took read(Step step, long seed) {
    CheckedReads reads = reads(step);
    switch (step) {
      case MISSES -> reads.absent(data.misses());
      case HITS -> reads.present(data.shuffled(~seed));
      case SCAN -> reads.scan(data.all());
      default -> reads.absent(RandomOrder.of(data.removed(), 1));
    }
    return reads.took();
  }

  /** Checks that what was not removed is all there, off the clock. */
  void survivors() {
    reads(Step.REMOVED).present(data.kept());
  }

  private CheckedReads reads(Step step) {
    return new CheckedReads(name, step.label(), store, data, progress);
  }
}
