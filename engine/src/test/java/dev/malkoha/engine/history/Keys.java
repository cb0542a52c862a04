package dev.malkoha.engine.history;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small set of keys that collide in every way that matters: shared stems, one the prefix of
 * another, equal but for trailing zero bytes, equal first eight bytes, the empty key.
 */
public final class Keys {

  private static final List<String> STEMS =
      List.of("", "", "k", "user:", "seven77", "eight888", "a/rather/long/shared/prefix/");
  private static final byte[] ALPHABET = {0, 1, 'a', 'b', 0x7F, (byte) 0x80, (byte) 0xFF};
  private static final int TAIL_MAX = 3;

  private final List<Bytes> pool;

  private Keys(List<Bytes> pool) {
    this.pool = pool;
  }

  /** So many keys at most, chosen by chance. */
  public static Keys random(SplittableRandom random, int size) {
    Stream<Bytes> made = Stream.generate(() -> make(random)).limit(size);
    return new Keys(Stream.concat(Stream.of(Bytes.of("")), made).distinct().sorted().toList());
  }

  /** Keys chosen by chance, and pairs of keys among them that no filter can tell apart. */
  public static Keys colliding(
      SplittableRandom random, int size, int pairs, CollidingKeys collisions) {
    Stream<Bytes> twins =
        Stream.generate(() -> collisions.pair(random)).limit(pairs).flatMap(List::stream);
    Stream<Bytes> others = random(random, size).pool.stream();
    return new Keys(Stream.concat(twins, others).distinct().sorted().toList());
  }

  /** These keys. */
  public static Keys of(Stream<Bytes> keys) {
    return new Keys(keys.distinct().sorted().toList());
  }

  /** So many keys of one length, at least six bytes. */
  public static Keys ofLength(int length, int size) {
    return new Keys(
        IntStream.range(0, size)
            .mapToObj(i -> Bytes.of("key" + (100 + i) + "k".repeat(length - 6)))
            .toList());
  }

  private static Bytes make(SplittableRandom random) {
    byte[] stem = Bytes.of(STEMS.get(random.nextInt(STEMS.size()))).array();
    int tail = random.nextInt(TAIL_MAX + 1);
    byte[] key = Arrays.copyOf(stem, stem.length + tail);
    for (int i = stem.length; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return Bytes.of(key);
  }

  /** All keys, ascending. */
  public List<Bytes> all() {
    return pool;
  }

  /** The key so many places above another one, or behind all. */
  public Bytes after(Bytes key, int places) {
    int found = Collections.binarySearch(pool, key);
    int index = (found < 0 ? -found - 1 : found) + places;
    return index < pool.size() ? pool.get(index) : pool.getLast().successor();
  }

  /** The first bytes of any of the keys. */
  public Bytes anyHead(SplittableRandom random) {
    Bytes key = any(random);
    return key.head(random.nextInt(key.length() + 1));
  }

  /** Any of the keys. */
  public Bytes any(SplittableRandom random) {
    return pool.get(random.nextInt(pool.size()));
  }
}
