package dev.malkoha.filter.block;

/**
 * The mixing of a key's hash with a block's salt, which makes each block's collisions its own.
 *
 * <p>It is cheap, since a hash is well mixed already: all that is asked for is that two hashes
 * which collide under one salt are strangers under another. For one salt the mixing is a bijection:
 * of evenly spread hashes it makes evenly spread outcomes, any bits of which are independent of any
 * others, and it adds no collisions.
 */
public final class SaltedHash {

  /** 2^64 divided by the golden ratio, odd: the usual step of a Weyl sequence. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private static final long MULTIPLIER = 0xBF58_476D_1CE4_E5B9L;

  private SaltedHash() {}

  /** The number to mix into hashes for a salt: salts may be small numbers, keys share no bits. */
  public static long key(long salt) {
    return scramble(salt);
  }

  /** The mixed hash. */
  public static long mix(long hash, long key) {
    return (hash ^ key) * MULTIPLIER;
  }

  /** The salt of a build's {@code attempt}-th try; the given one for attempt 0. */
  public static long resalt(long salt, int attempt) {
    return attempt == 0 ? salt : scramble(salt ^ (attempt * GOLDEN));
  }

  /** David Stafford's variant 13 of MurmurHash3's finalizer. */
  private static long scramble(long bits) {
    long x = bits;
    x = (x ^ (x >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return x ^ (x >>> 31);
  }
}
