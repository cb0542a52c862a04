package dev.malkoha.sstable;

import dev.malkoha.sstable.block.TableFormat;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;

/** Sets of entries that are hard on a table, each made from a random source. */
public enum EntrySets {
  EMPTY,
  ONE,
  ONE_OF_NOTHING,
  RANDOM,
  SMALL_ALPHABET,
  ZERO_BYTES,
  COUNTED,
  LONG_SHARED_PREFIX,
  VERSIONS_OF_ONE_KEY,
  VERSIONS_OF_FEW_KEYS,
  ALL_TAG_WIDTHS,
  HIGH_BYTES,
  HUGE;

  /** The entries of this kind that a seed gives. */
  public NavigableSet<Entry> make(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return switch (this) {
      case EMPTY -> set();
      case ONE -> set(Entry.of("key", 5, "value"));
      case ONE_OF_NOTHING -> set(Entry.of("", 0, ""));
      case RANDOM -> many(random, 1500, r -> bytes(r, 16), r -> 1 + r.nextInt(1000), 40);
      case SMALL_ALPHABET -> many(random, 1500, EntrySets::fewLetters, r -> r.nextInt(4), 8);
      case ZERO_BYTES -> many(random, 400, r -> new byte[r.nextInt(24)], r -> r.nextInt(99), 8);
      case COUNTED -> many(random, 1500, EntrySets::decimal, r -> 0, 12);
      case LONG_SHARED_PREFIX -> many(random, 800, EntrySets::longPrefix, r -> r.nextLong(), 12);
      case VERSIONS_OF_ONE_KEY -> many(random, 900, r -> Entry.bytes("k"), r -> r.nextLong(), 9);
      case VERSIONS_OF_FEW_KEYS -> many(random, 1500, EntrySets::fewKeys, r -> r.nextInt(2000), 9);
      case ALL_TAG_WIDTHS -> many(random, 800, EntrySets::decimal, EntrySets::anyWidth, 9);
      case HIGH_BYTES -> many(random, 500, EntrySets::highBytes, r -> -1L - r.nextInt(3), 5);
      case HUGE -> huge(random);
    };
  }

  private static NavigableSet<Entry> set(Entry... entries) {
    return new TreeSet<>(Arrays.asList(entries));
  }

  private static NavigableSet<Entry> many(
      SplittableRandom random,
      int count,
      Function<SplittableRandom, byte[]> key,
      Function<SplittableRandom, Number> tag,
      int longestValue) {
    NavigableSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      byte[] value = bytes(random, random.nextInt(longestValue + 1));
      entries.add(new Entry(key.apply(random), tag.apply(random).longValue(), value));
    }
    return entries;
  }

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] fewLetters(SplittableRandom random) {
    byte[] key = new byte[random.nextInt(20)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) random.nextInt(2);
    }
    return key;
  }

  private static byte[] fewKeys(SplittableRandom random) {
    return Entry.bytes("some key " + random.nextInt(12));
  }

  private static byte[] decimal(SplittableRandom random) {
    return Entry.bytes("%016d".formatted(random.nextInt(5000)));
  }

  private static byte[] longPrefix(SplittableRandom random) {
    byte[] key = new byte[300 + random.nextInt(12)];
    Arrays.fill(key, (byte) 'p');
    for (int i = random.nextInt(2) * 150 + 148; i < key.length; i += 1 + random.nextInt(40)) {
      key[i] = (byte) random.nextInt(256);
    }
    return key;
  }

  private static byte[] highBytes(SplittableRandom random) {
    byte[] key = bytes(random, random.nextInt(12));
    for (int i = 0; i < key.length; i++) {
      key[i] |= (byte) (random.nextInt(3) == 0 ? 0 : 0xff);
    }
    return key;
  }

  private static long anyWidth(SplittableRandom random) {
    return random.nextLong() >>> random.nextInt(64);
  }

  private static NavigableSet<Entry> huge(SplittableRandom random) {
    NavigableSet<Entry> entries = many(random, 200, EntrySets::decimal, r -> r.nextInt(3), 50);
    byte[] longest = new byte[TableFormat.MAX_KEY_LENGTH];
    for (int i = 0; i < 8; i++) {
      byte[] key = longest.clone();
      key[random.nextInt(key.length)] = (byte) random.nextInt(100);
      entries.add(new Entry(key, random.nextInt(3), bytes(random, 10)));
      entries.add(new Entry(decimal(random), 9, bytes(random, 200_000 + random.nextInt(9))));
      entries.add(new Entry(decimal(random), 8, new byte[300_000]));
    }
    return entries;
  }
}
