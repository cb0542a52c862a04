package dev.malkoha.filter.cuckoo;

import java.util.Arrays;

/** The indexes of the hashes that found no free slot in a placement's first pass. */
final class LeftOver {

  private int[] indexes = new int[64];
  private int count;

  void add(int index) {
    if (count == indexes.length) {
      indexes = Arrays.copyOf(indexes, indexes.length + (indexes.length >> 1));
    }
    indexes[count++] = index;
  }

  int count() {
    return count;
  }

  int get(int position) {
    return indexes[position];
  }
}
