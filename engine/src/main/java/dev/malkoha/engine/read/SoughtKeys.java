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

  /** Takes keys in any order, the same one as often as it is there. */
  public SoughtKeys(byte[][] given, KeyHasher hasher) {
    count = given.length;
    places = ascending(given);
    keys = new byte[count][];
    prefixes = new long[count];
    hashes = new long[count];
    for (int i = 0; i < count; i++) {
      byte[] key = given[places[i]];
      keys[i] = key;
      prefixes[i] = EntryOrder.prefix(key, 0, key.length);
      hashes[i] = hasher.hash(key, 0, key.length);
    }
  }

  /**
   * The places of the keys in ascending order. Sorted are numbers: each of some of a key's bytes,
   * after those that all keys begin with, and of its place. Only where these bytes are the same the
   * keys are compared.
   */
  private static int[] ascending(byte[][] given) {
    int common = commonBytes(given);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(given.length);
    long[] numbers = new long[given.length];
    for (int i = 0; i < given.length; i++) {
      long window = EntryOrder.prefix(given[i], common, given[i].length - common);
      numbers[i] = ((window ^ Long.MIN_VALUE) & (-1L << bits)) | i;
    }
    Arrays.sort(numbers);
    int[] places = new int[given.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = (int) numbers[i] & ((1 << bits) - 1);
    }
    for (int begin = 0, end; begin < places.length; begin = end) {
      end = begin + 1;
      while (end < places.length && numbers[end] >> bits == numbers[begin] >> bits) {
        end++;
      }
      if (end - begin > 1) {
        sort(places, begin, end, given);
      }
    }
    return places;
  }

  private static int commonBytes(byte[][] given) {
    int common = given.length == 0 ? 0 : given[0].length;
    for (byte[] key : given) {
      int different = Arrays.mismatch(given[0], 0, common, key, 0, Math.min(common, key.length));
      common = different < 0 ? common : different;
    }
    return common;
  }

  private static void sort(int[] places, int begin, int end, byte[][] given) {
    int[] sorted =
        Arrays.stream(places, begin, end)
            .boxed()
            .sorted((a, b) -> Arrays.compareUnsigned(given[a], given[b]))
            .mapToInt(place -> place)
            .toArray();
    System.arraycopy(sorted, 0, places, begin, sorted.length);
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
    if (index == as) {
      return;
    }
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
