package dev.malkoha.filter.block;

/**
 * The mixing of a key's hash with a block's salt, which makes each block's collisions its own.
 *
 * <p>Every output bit depends on every bit of hash and salt, so kinds may take any bits of it for
 * any purpose. For one salt the mixing is a bijection: it adds no collisions.
 */
public final class SaltedHash {

  /** 2^64 divided by the golden ratio, odd: the usual step of a Weyl sequence. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private SaltedHash() {}

  /** The mixed hash. The finalizer is David Stafford's variant 13 of MurmurHash3's. */
  public static long mix(long hash, long salt) {
    long x = hash ^ salt;
    x = (x ^ (x >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return x ^ (x >>> 31);
  }

  /** The salt of a build's {@code attempt}-th try; the given one for attempt 0. */
  public static long resalt(long salt, int attempt) {
    return attempt == 0 ? salt : mix(salt, attempt * GOLDEN);
  }
}
