package dev.malkoha.engine.history;

import dev.malkoha.filter.KeyHasher;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Pairs of keys whose hashes are equal in all 64 bits, so that in every table, whatever its salt
 * and size, they have the same buckets and the same fingerprint.
 *
 * <p>XXH3 hashes a key of 4 to 8 bytes by mixing its first four and its last four bytes, as one
 * number, by steps that can be undone. So the number is found that gives a hash among keys of 7
 * bytes; where its halves agree in the byte that both contain, which one in 256 does, it is a key.
 * What the seed contributes is learnt from a hash, and the result is checked.
 */
public final class CollidingKeys {

  private static final long MULTIPLIER = 0x9FB21C651E98DF25L;
  private static final long INVERSE = inverse(MULTIPLIER);

  private final KeyHasher hasher;
  private final long seedFlip;

  /** Keys that collide under a hash function. */
  public CollidingKeys(KeyHasher hasher) {
    this.hasher = hasher;
    byte[] zeros = new byte[Long.BYTES];
    this.seedFlip = unmix(hasher.hash(zeros, 0, zeros.length), zeros.length) ^ input(zeros);
  }

  /** Two keys, of 8 and of 7 bytes. */
  public List<Bytes> pair(SplittableRandom random) {
    while (true) {
      byte[] eight = new byte[Long.BYTES];
      random.nextBytes(eight);
      long hash = hasher.hash(eight, 0, eight.length);
      ByteBuffer halves = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      long sought = unmix(hash, Long.BYTES - 1) ^ seedFlip;
      halves.putInt((int) (sought >>> Integer.SIZE)).putInt((int) sought);
      byte[] seven = withoutSharedByte(halves.array());
      if (seven.length > 0 && hasher.hash(seven, 0, seven.length) == hash) {
        return List.of(Bytes.of(eight), Bytes.of(seven));
      }
    }
  }

  /** The key of seven bytes with these first and last four; none if they differ in the middle. */
  private static byte[] withoutSharedByte(byte[] halves) {
    byte[] seven = new byte[Long.BYTES - 1];
    System.arraycopy(halves, 0, seven, 0, Integer.BYTES);
    System.arraycopy(halves, Integer.BYTES + 1, seven, Integer.BYTES, Integer.BYTES - 1);
    return halves[Integer.BYTES - 1] == halves[Integer.BYTES] ? seven : new byte[0];
  }

  /** A key of 8 bytes as XXH3 takes it: the first half in the upper bits. */
  private static long input(byte[] eight) {
    return Long.rotateLeft(
        ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getLong(), Integer.SIZE);
  }

  /** Undoes XXH3's last steps ("rrmxmx") for a key of a length. */
  private static long unmix(long hash, int length) {
    long x = hash ^ (hash >>> 28);
    x ^= x >>> 56;
    x *= INVERSE;
    x ^= (x >>> 35) + length;
    x *= INVERSE;
    for (int i = 1; i < Long.SIZE; i++) { // done 64 times it is the identity
      x ^= Long.rotateLeft(x, 49) ^ Long.rotateLeft(x, 24);
    }
    return x;
  }

  /** Newton's method modulo 2^64: each step doubles the bits that are right. */
  private static long inverse(long odd) {
    long x = odd;
    for (int i = 0; i < 5; i++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
