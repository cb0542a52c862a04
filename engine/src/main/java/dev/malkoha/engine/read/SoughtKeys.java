package dev.malkoha.engine.read;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import java.util.Arrays;

/**
 * Keys that are read together, ascending, each with its hash, its prefix and its place among the
 * answers. Those that are settled leave. One thread.
 */
public final class SoughtKeys {

  private final byte[][] keys;
  private final long[] prefixes;
  private final long[] hashes;
  private final int[] places;
  private int count;

  /** A key and where it was given. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its own method alone
  private record Given(byte[] key, long prefix, int place) {

    static int compare(Given a, Given b) {
      return EntryOrder.compareKeys(
          a.prefix, a.key, 0, a.key.length, b.prefix, b.key, 0, b.key.length);
    }
  }

  /** Takes keys in any order, the same one as often as it is there. */
  public SoughtKeys(byte[][] given, KeyHasher hasher) {
    count = given.length;
    Given[] sorted = new Given[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = new Given(given[i], EntryOrder.prefix(given[i], 0, given[i].length), i);
    }
    Arrays.sort(sorted, Given::compare); // takes keys in order, or in runs, in linear time
    keys = new byte[count][];
    prefixes = new long[count];
    hashes = new long[count];
    places = new int[count];
    for (int i = 0; i < count; i++) {
      keys[i] = sorted[i].key;
      prefixes[i] = sorted[i].prefix;
      places[i] = sorted[i].place;
      hashes[i] = hasher.hash(keys[i], 0, keys[i].length);
    }
  }

  /** How many are left. */
  int count() {
    return count;
  }

  byte[] key(int index) {
    return keys[index];
  }

  long prefix(int index) {
    return prefixes[index];
  }

  long hash(int index) {
    return hashes[index];
  }

  /** Where the key was among those that were given. */
  int place(int index) {
    return places[index];
  }

  /** Keeps a key: as the one at an index that is not above its own. */
  void keep(int index, int as) {
    keys[as] = keys[index];
    prefixes[as] = prefixes[index];
    hashes[as] = hashes[index];
    places[as] = places[index];
  }

  /** Lets all go but the first ones. */
  void keepFirst(int kept) {
    count = kept;
  }
}
