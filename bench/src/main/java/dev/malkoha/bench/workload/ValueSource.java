package dev.malkoha.bench.workload;

import java.util.SplittableRandom;

/**
 * An endless row of 100-byte values that compress to about half: each piece of the pool is 50
 * random printable bytes, twice. For one thread.
 */
final class ValueSource {

  static final int BYTES = 100;

  private static final int POOL_BYTES = 1 << 20;

  private final byte[] pool = new byte[POOL_BYTES];
  private final byte[] value = new byte[BYTES];
  private int position;

  ValueSource(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int from = 0; from < POOL_BYTES; from += BYTES) {
      int to = Math.min(POOL_BYTES, from + BYTES);
      for (int i = from; i < to; i++) {
        boolean fresh = i - from < BYTES / 2;
        pool[i] = fresh ? (byte) random.nextInt(' ', '~' + 1) : pool[i - BYTES / 2];
      }
    }
  }

  /** The next value; valid until the next call. */
  byte[] next() {
    if (position + BYTES > POOL_BYTES) {
      position = 0;
    }
    System.arraycopy(pool, position, value, 0, BYTES);
    position += BYTES;
    return value;
  }
}
