package dev.malkoha.filter.cuckoo;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import dev.malkoha.filter.block.SaltedHash;
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Hashes made to have a certain bucket and fingerprint: the salting is a bijection, undone here.
 */
final class Crafted {

  private static final BigInteger WORD = TWO.pow(64);
  private static final long LOW_32 = 0xFFFF_FFFFL;

  private Crafted() {}

  /** A random hash with this fingerprint and first bucket under the salt. */
  static long hash(SplittableRandom random, CuckooGeometry geometry, long salt, Target target) {
    long fingerprints = CuckooGeometry.fingerprints(geometry.fingerprintBits());
    while (true) {
      long high = within(random, target.bucket(), geometry.buckets(), WORD);
      long low = within(random, target.fingerprint() - 1, fingerprints, TWO.pow(32));
      long mixed = (high & ~LOW_32) | low;
      if (PartialKey.bucket(mixed, geometry.buckets()) == target.bucket()
          && PartialKey.fingerprint(mixed, fingerprints) == target.fingerprint()) {
        return unmix(mixed, salt);
      }
    }
  }

  /** A bucket and a fingerprint. */
  record Target(long bucket, long fingerprint) {}

  /** A random number in the given one of equal parts of a range. */
  private static long within(SplittableRandom random, long part, long parts, BigInteger range) {
    BigInteger length = range.divide(BigInteger.valueOf(parts));
    BigInteger start = range.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(parts));
    BigInteger offset = new BigInteger(64, new java.util.Random(random.nextLong())).mod(length);
    return start.add(ONE).add(offset).longValue();
  }

  /** The hash that is mixed to this. */
  static long unmix(long mixed, long salt) {
    long key = SaltedHash.key(salt);
    long multiplier = SaltedHash.mix(1 ^ key, key);
    long inverse = BigInteger.valueOf(multiplier).modInverse(WORD).longValue();
    long hash = (mixed * inverse) ^ key;
    if (SaltedHash.mix(hash, key) != mixed) {
      throw new AssertionError("the salting has changed: undo it in another way");
    }
    return hash;
  }
}
