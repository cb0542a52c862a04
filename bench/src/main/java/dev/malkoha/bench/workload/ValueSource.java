package dev.malkoha.bench.workload;

import java.util.SplittableRandom;

/**
 * An endless row of values of one size, 100 bytes unless told otherwise, that compress to about
 * half: each piece of the pool is 50 random printable bytes, twice. All rows go through one pool,
 * each from a place of its own. For one thread.
 */
final class ValueSource {

  static final int BYTES = 100;

  private static final int LOWEST = ' ';
  private static final int HIGHEST = '~';
  private static final byte[] POOL = pool(1 << 20);

  private final byte[] value;
  private int position;

  ValueSource(long seed) {
    this(seed, BYTES);
  }

  /** A source of values that are no longer than the pool. */
  ValueSource(long seed, int size) {
    value = new byte[size];
    position = (int) Math.floorMod(seed * BYTES, (long) POOL.length);
  }

  private static byte[] pool(int bytes) {
    SplittableRandom random = new SplittableRandom(bytes);
    byte[] pool = new byte[bytes];
    for (int from = 0; from < bytes; from += BYTES) {
      int to = Math.min(bytes, from + BYTES);
      for (int i = from; i < to; i++) {
        boolean fresh = i - from < BYTES / 2;
        pool[i] = fresh ? (byte) random.nextInt(LOWEST, HIGHEST + 1) : pool[i - BYTES / 2];
      }
    }
    return pool;
  }

  /** Whether a value without a number can begin with such a byte. */
  static boolean isFirst(int first) {
    return first >= LOWEST && first <= HIGHEST;
  }

  /** The next value; valid until the next call. */
  byte[] next() {
    if (position + value.length > POOL.length) {
      position = 0;
    }
    System.arraycopy(POOL, position, value, 0, value.length);
    position += value.length;
    return value;
  }

  /** The next value, which begins with a number of eight bytes; valid until the next call. */
  byte[] next(long number) {
    byte[] next = next();
    BenchKey.write(next, number);
    return next;
  }
}
