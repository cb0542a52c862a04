package dev.malkoha.bench.workload;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** The values that the merges into random keys have come to: sums of numbers, or lists. */
final class Merged {

  private static final int OPERAND_MAX = 1000;

  /** An element and the separator before the next one. */
  private static final int ELEMENT_BYTES = Long.BYTES + 1;

  private final boolean lists;
  private final ByteOrder order;
  private final long[] sums;
  private final int[] counts;

  /** Makes the same random numbers as {@link #draw} made for all threads of that workload. */
  Merged(Site merges, int keys, ByteOrder order) {
    this.lists = merges.workload() == Workload.APPEND;
    this.order = order;
    this.sums = new long[keys];
    this.counts = new int[keys];
    int threads = merges.options().threads();
    long operations = merges.options().entries();
    for (int thread = 0; thread < threads; thread++) {
      long from = operations * thread / threads;
      long to = operations * (thread + 1) / threads;
      draw(merges.random(thread), to - from, keys, this::add);
    }
  }

  /** Is told each merge. */
  @FunctionalInterface
  interface Sink {

    void merge(int number, int operand);
  }

  /** The merges of one thread: random keys by their numbers, and random operands. */
  static void draw(SplittableRandom random, long merges, int keys, Sink sink) {
    for (long i = 0; i < merges; i++) {
      sink.merge(random.nextInt(keys), 1 + random.nextInt(OPERAND_MAX));
    }
  }

  private void add(int number, int operand) {
    sums[number] += operand;
    counts[number]++;
  }

  /** How many keys there are. */
  long keys() {
    long keys = 0;
    for (int count : counts) {
      keys += count == 0 ? 0 : 1;
    }
    return keys;
  }

  /** Whether nothing was merged into a key, so that it is absent. */
  boolean isAbsent(int number) {
    return counts[number] == 0;
  }

  /** Whether that is a key's value. A list is looked at by its length and its last element. */
  boolean isValue(long number, byte[] value) {
    int key = (int) number;
    ByteBuffer bytes = ByteBuffer.wrap(value).order(order);
    if (!lists) {
      return value.length == Long.BYTES && bytes.getLong(0) == sums[key];
    }
    return value.length == counts[key] * ELEMENT_BYTES - 1
        && bytes.getLong(value.length - Long.BYTES) == number;
  }
}
