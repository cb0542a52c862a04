package dev.malkoha.bench.workload;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import java.util.SplittableRandom;

/** Where one workload is run: the store, and how. Immutable. */
final class Site {

  private final String name;
  private final Workload workload;
  private final Store store;
  private final BenchOptions options;
  private final int[] order;

  /**
   * A place to run a workload at.
   *
   * @param name of the store
   * @param order all key numbers in a random order; the first half of it is what gets deleted
   */
  Site(String name, Workload workload, Store store, BenchOptions options, int[] order) {
    this.name = name;
    this.workload = workload;
    this.store = store;
    this.options = options;
    this.order = order;
  }

  /** The same place for another workload. */
  Site of(Workload other) {
    return new Site(name, other, store, options, order);
  }

  Workload workload() {
    return workload;
  }

  Store store() {
    return store;
  }

  BenchOptions options() {
    return options;
  }

  /** The key number at a place of the random order. */
  int ordered(long place) {
    return order[(int) place];
  }

  /** Divides operations among the threads that the options say. */
  Team.Took team(long operations, Team.Share share) {
    return team(options.threads(), operations, share);
  }

  /** Divides operations among threads. */
  Team.Took team(int threads, long operations, Team.Share share) {
    return Team.run(threads, operations, options.recording(), share);
  }

  /** A thread's random numbers, the same ones for every store. */
  SplittableRandom random(int thread) {
    return new SplittableRandom(options.seed() * 31 + workload.label().hashCode() + thread);
  }

  /** Ends the run unless an answer is right. */
  void check(boolean right, String problem) {
    if (!right) {
      throw new WrongAnswerException(name, workload.label(), problem);
    }
  }
}
