package dev.malkoha.bench.deletes;

import dev.malkoha.bench.compare.Dataset;
import java.util.Arrays;
import java.util.stream.IntStream;

/** In which order half of a store's entries are deleted. */
public enum DeleteOrder {
  /** The lower half, from the first key on. */
  KEY(
      "key",
      "in key order",
      "all entries are put in random order; then the lower half of the keys is deleted, ascending") {
    @Override
    DeletePlan plan(Dataset data, long seed) {
      int[] order = data.shuffled(seed);
      int[] deleted = IntStream.range(0, data.size() / 2).toArray();
      return new DeletePlan(order, deleted, new int[0]);
    }
  },

  /** Half of the entries, anywhere. */
  RANDOM(
      "random",
      "in random order",
      "all entries are put in random order; then a random half is deleted, in random order") {
    @Override
    DeletePlan plan(Dataset data, long seed) {
      int[] order = data.shuffled(seed);
      int[] deleted = Arrays.copyOf(data.shuffled(~seed), data.size() / 2);
      return new DeletePlan(order, deleted, new int[0]);
    }
  },

  /** Oldest first, while new ones arrive. */
  QUEUE(
      "queue",
      "as a queue",
      "the lower two thirds of the keys are put in key order; then, in turns, the lowest key is"
          + " deleted and the next one above all is put, until half of the first ones are gone") {
    @Override
    DeletePlan plan(Dataset data, long seed) {
      int third = data.size() / 3;
      int first = data.size() - third;
      return new DeletePlan(
          IntStream.range(0, first).toArray(),
          IntStream.range(0, third).toArray(),
          IntStream.range(first, data.size()).toArray());
    }
  };

  private final String label;
  private final String title;
  private final String description;

  DeleteOrder(String label, String title, String description) {
    this.label = label;
    this.title = title;
    this.description = description;
  }

  /** Says which entries are put first, deleted, and put meanwhile. */
  abstract DeletePlan plan(Dataset data, long seed);

  /** The name in files. */
  public String label() {
    return label;
  }

  /** The name in sentences. */
  public String title() {
    return title;
  }

  /** The work in this order. */
  public String description() {
    return description;
  }
}
