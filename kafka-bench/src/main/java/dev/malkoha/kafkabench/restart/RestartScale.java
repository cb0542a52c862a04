package dev.malkoha.kafkabench.restart;

import dev.malkoha.kafkabench.input.Stamped;
import java.util.List;

/**
 * How large states are.
 *
 * @param sizes bytes of all values, ascending
 * @param valueBytes bytes of each value, 16 or more
 */
public record RestartScale(List<Long> sizes, int valueBytes) {

  private static final long MOST_UNCOMMITTED = 10_000;
  private static final int SHARE_UNCOMMITTED = 10;

  /** Refuses what makes no sense. */
  public RestartScale {
    sizes = sizes.stream().sorted().distinct().toList();
    if (valueBytes < Stamped.LEAST_BYTES || sizes.isEmpty()) {
      throw new IllegalArgumentException("give one size or more, and values of 16 bytes or more");
    }
    long least = (long) valueBytes * 2 * SHARE_UNCOMMITTED;
    long before = 0;
    for (long size : sizes) {
      if (size - before < least) {
        throw new IllegalArgumentException(
            "each size must be %s bytes or more above the one before it".formatted(least));
      }
      before = size;
    }
  }

  /** How many entries a state of a size has. */
  long entries(long size) {
    return size / valueBytes;
  }

  /** How many entries are written over without a commit, and how many are new: each so many. */
  long half() {
    return Math.min(MOST_UNCOMMITTED, entries(sizes.get(0)) / SHARE_UNCOMMITTED) / 2;
  }
}
