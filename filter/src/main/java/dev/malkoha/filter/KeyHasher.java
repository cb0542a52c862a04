package dev.malkoha.filter;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Objects;

/**
 * The keyed 64-bit hash of user keys: XXH3-64 under one database's secret seed.
 *
 * <p>A get hashes its key once and asks every table's filter with the same 64 bits; each filter
 * mixes its own salt in. The seed is secret because whoever knows it can choose keys that collide
 * in every filter. The function is part of the format: filters record it as hash id {@value #ID},
 * and its values are pinned by tests.
 *
 * <p>Immutable, for any number of threads; hashing allocates nothing.
 */
public final class KeyHasher {

  /** The number by which filter blocks name this hash function. */
  public static final int ID = 1;

  /** Sets prefixes apart from keys of the same bytes: the fraction of pi, in hexadecimal. */
  private static final long PREFIX = 0x243F_6A88_85A3_08D3L;

  private final Hasher64 hasher;

  /**
   * A hasher under the given seed.
   *
   * @param seed the database's secret; any 64 bits
   */
  public KeyHasher(long seed) {
    this.hasher = Hashing.xxh3_64(seed);
  }

  /**
   * The hash of {@code length} bytes of {@code key} from {@code offset}.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public long hash(byte[] key, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, key.length);
    return hasher.hashBytesToLong(key, offset, length);
  }

  /**
   * The hash of bytes that are the prefix of keys, by a {@link KeyPrefix}: another one than that of
   * a key of the same bytes.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public long hashPrefix(byte[] key, int offset, int length) {
    return hash(key, offset, length) ^ PREFIX;
  }

  /** The hash of the 8 bytes of {@code key}, the low one first. */
  public long hash(long key) {
    return hasher.hashLongToLong(key);
  }
}
