package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The entries that one thread will add to a memtable, known to its readers beforehand: entry number
 * {@code i} has sequence number {@code i + 1} and its rank in the order of entries.
 */
final class FillPlan {

  private static final int SIZE = 4000;

  private final KeyHasher hasher = new KeyHasher(7);
  private final List<byte[]> keys;
  private final int[] keyOf = new int[SIZE];
  private final int[] rankOf = new int[SIZE];
  private final int[] atRank;

  private volatile int published;

  /** Keys in random order, mostly new ones, or few keys over and over, or in ascending order. */
  FillPlan(KeyShape shape, SplittableRandom random) {
    this.keys = shape.keys(random, random.nextBoolean() ? SIZE : 100);
    boolean ascending = random.nextInt(4) == 0;
    for (int i = 0; i < SIZE; i++) {
      keyOf[i] = ascending ? i % keys.size() : random.nextInt(keys.size());
    }
    this.atRank =
        IntStream.range(0, SIZE)
            .boxed()
            .sorted((a, b) -> keyOf[a] != keyOf[b] ? keyOf[a] - keyOf[b] : b - a)
            .mapToInt(Integer::intValue)
            .toArray();
    for (int rank = 0; rank < SIZE; rank++) {
      rankOf[atRank[rank]] = rank;
    }
  }

  KeyHasher hasher() {
    return hasher;
  }

  int size() {
    return SIZE;
  }

  /** How many entries are published. */
  int published() {
    return published;
  }

  /** Adds all entries and publishes each. */
  void fill(MemTable table) {
    try {
      for (int i = 0; i < SIZE; i++) {
        byte[] key = key(i);
        byte[] value = value(i);
        MemTables.add(table, tag(i), key, value);
        published = i + 1;
      }
    } finally {
      published = SIZE; // readers end whatever happened
    }
  }

  byte[] key(int entry) {
    return keys.get(keyOf[entry]);
  }

  long tag(int entry) {
    return EntryKind.tag(entry + 1L, EntryKind.PUT);
  }

  int entryOf(long tag) {
    return (int) EntryKind.sequence(tag) - 1;
  }

  int rank(int entry) {
    return rankOf[entry];
  }

  /** Fills in, for each rank, how many of the first {@code published} entries are before it. */
  void countPublished(int published, int[] before) {
    for (int rank = 0; rank < SIZE; rank++) {
      before[rank + 1] = before[rank] + (atRank[rank] < published ? 1 : 0);
    }
  }

  void checkKey(int entry, byte[] buffer, int offset, int length) {
    byte[] key = key(entry);
    assertTrue(Arrays.equals(key, 0, key.length, buffer, offset, offset + length), "key");
  }

  void checkValue(int entry, byte[] buffer, int offset, int length) {
    byte[] value = value(entry);
    assertEquals(value.length, length);
    assertTrue(Arrays.equals(value, 0, length, buffer, offset, offset + length), "value");
  }

  private static byte[] value(int entry) {
    byte[] value = new byte[entry % 13];
    Arrays.fill(value, (byte) entry);
    return value;
  }
}
