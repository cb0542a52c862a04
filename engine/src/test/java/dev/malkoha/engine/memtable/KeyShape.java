package dev.malkoha.engine.memtable;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The kinds of keys that the memtable's tests use. */
enum KeyShape {
  /** Sixteen random bytes: told apart by their first eight. */
  RANDOM,
  /** Zero to six bytes of two values, zero one of them: many are prefixes of others. */
  SHORT,
  /** Sixteen digits with leading zeros: all begin with the same eight bytes. */
  DIGITS,
  /** Class names: long common beginnings, of different lengths. */
  CLASS_NAMES,
  /** Up to the longest key, nearly equal. */
  LONG;

  private static final int LENGTH_MAX = 65_535;

  /** Distinct keys in ascending order: so many, or as many as there are. */
  List<byte[]> keys(SplittableRandom random, int count) {
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    for (int tries = 0; keys.size() < count && tries < 4 * count; tries++) {
      keys.add(key(random));
    }
    return List.copyOf(keys);
  }

  private byte[] key(SplittableRandom random) {
    return switch (this) {
      case RANDOM -> bytes(random, 16);
      case SHORT -> shortKey(random);
      case DIGITS -> "%016d".formatted(random.nextInt(1_000_000)).getBytes(UTF_8);
      case CLASS_NAMES ->
          "java.base/java/util/p%d/q%d/Name%x"
              .formatted(random.nextInt(3), random.nextInt(9), random.nextInt(1 << 20))
              .getBytes(UTF_8);
      case LONG -> longKey(random);
    };
  }

  private static byte[] shortKey(SplittableRandom random) {
    byte[] key = new byte[random.nextInt(7)];
    for (int i = 0; i < key.length; i++) {
      key[i] = random.nextBoolean() ? 0 : (byte) 0xFF;
    }
    return key;
  }

  private static byte[] longKey(SplittableRandom random) {
    byte[] key = new byte[LENGTH_MAX - random.nextInt(20)];
    key[random.nextInt(key.length)] = (byte) random.nextInt();
    return key;
  }

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
