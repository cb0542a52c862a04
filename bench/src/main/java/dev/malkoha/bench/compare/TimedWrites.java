package dev.malkoha.bench.compare;

import dev.malkoha.bench.store.Store;
import dev.malkoha.cli.Progress;
import java.util.function.IntConsumer;

/** Writes to one store in portions, each under the clock. Entries are named by their indices. */
public final class TimedWrites {

  private final Store store;
  private final Dataset data;
  private final Laps laps;

  /** Prepares writes of a dataset's entries. */
  public TimedWrites(Store store, Dataset data, Progress.Task progress) {
    this.store = store;
    this.data = data;
    this.laps = new Laps(progress);
  }

  /** Puts entries in this order. */
  public void put(int[] order) {
    inPortions(order.length, i -> store.put(data.key(order[i]), data.value(order[i])));
  }

  /** Deletes entries in this order. */
  public void delete(int[] order) {
    inPortions(order.length, i -> store.delete(data.key(order[i])));
  }

  /** Deletes entries in this order, and puts another one after each. */
  public void replace(int[] order, int[] others) {
    inPortions(
        order.length,
        i -> {
          store.delete(data.key(order[i]));
          store.put(data.key(others[i]), data.value(others[i]));
        });
  }

  /**
   * Waits until all that was written is in tables and the store is idle: no operation, but time.
   */
  public void settle() {
    long start = System.nanoTime();
    store.settle();
    laps.done(0, start);
  }

  /** The time of all of it. */
  public Took took() {
    return laps.took();
  }

  private void inPortions(int count, IntConsumer operation) {
    for (int from = 0; from < count; from += Laps.PORTION) {
      int to = Math.min(count, from + Laps.PORTION);
      long start = System.nanoTime();
      for (int i = from; i < to; i++) {
        operation.accept(i);
      }
      laps.done(to - from, start);
    }
  }
}
