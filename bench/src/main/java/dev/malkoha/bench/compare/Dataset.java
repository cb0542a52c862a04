package dev.malkoha.bench.compare;

import dev.malkoha.bench.RandomOrder;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.function.Supplier;

/**
 * What a comparison works on: entries with distinct keys, absent keys to ask for, and a part of the
 * entries to remove. All in memory, unchanging.
 */
public final class Dataset {

  private final String title;
  private final String missTitle;
  private final String removedTitle;
  private final byte[][] keys;
  private final byte[][] values;
  private final Supplier<KeyStream> misses;
  private final long missCount;
  private final int[] removed;

  /**
   * Creates a dataset.
   *
   * @param keys in ascending unsigned order, no two the same
   * @param values value by value to the keys
   * @param misses starts a stream of keys that are not among these
   * @param missCount about how many keys such a stream has
   * @param removed indices, ascending, of the entries that the comparison removes
   */
  Dataset(
      String title,
      String missTitle,
      String removedTitle,
      byte[][] keys,
      byte[][] values,
      Supplier<KeyStream> misses,
      long missCount,
      int[] removed) {
    this.title = title;
    this.missTitle = missTitle;
    this.removedTitle = removedTitle;
    this.keys = keys;
    this.values = values;
    this.misses = misses;
    this.missCount = missCount;
    this.removed = removed;
  }

  /** The entries in words, and their number. */
  public String title() {
    return title;
  }

  /** Which absent keys are asked for. */
  public String missTitle() {
    return missTitle;
  }

  /** Which entries are removed. */
  public String removedTitle() {
    return removedTitle;
  }

  /** The number of entries. */
  public int size() {
    return keys.length;
  }

  /** The key of an entry: not to be changed. Entries are in the order of their keys. */
  public byte[] key(int index) {
    return keys[index];
  }

  /** The value of an entry: not to be changed. */
  public byte[] value(int index) {
    return values[index];
  }

  /** Keys that are not there, from the start. */
  public KeyStream misses() {
    return misses.get();
  }

  /** About how many keys {@link #misses} has. */
  public long missCount() {
    return missCount;
  }

  /** The keys of entries, in this order. */
  KeyStream keys(int[] order) {
    PrimitiveIterator.OfInt next = Arrays.stream(order).iterator();
    return into -> {
      int count = 0;
      while (count < into.length && next.hasNext()) {
        into[count++] = keys[next.nextInt()];
      }
      return count;
    };
  }

  /** How many operations a step has, or about. */
  long operations(Step step) {
    return switch (step) {
      case LOAD, HITS, SCAN -> keys.length;
      case MISSES -> missCount;
      case REMOVE, REMOVED -> removed.length;
    };
  }

  int[] removed() {
    return removed.clone();
  }

  /** Indices of the entries that are not removed, ascending. */
  int[] kept() {
    boolean[] gone = new boolean[keys.length];
    for (int index : removed) {
      gone[index] = true;
    }
    int[] kept = new int[keys.length - removed.length];
    int count = 0;
    for (int i = 0; i < keys.length; i++) {
      if (!gone[i]) {
        kept[count++] = i;
      }
    }
    return kept;
  }

  /** Indices of all entries, ascending. */
  int[] all() {
    int[] all = new int[keys.length];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /** Indices of all entries in a random order that the seed fixes. */
  public int[] shuffled(long seed) {
    return RandomOrder.of(keys.length, seed);
  }
}
