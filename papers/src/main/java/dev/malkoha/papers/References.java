package dev.malkoha.papers;

import dev.malkoha.filter.KeyHasher;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Memory references of look-ups, counted by replaying which places they read.
 *
 * <p>The filters themselves are not asked, because they do not tell: a Bloom filter of the same
 * size is built here bit by bit, and of a cuckoo filter only the two buckets matter, which a
 * look-up always reads.
 *
 * @param positive of look-ups of keys that are there
 * @param negative of look-ups of absent keys
 */
record References(Counts positive, Counts negative) {

  /** Look-ups of each kind. */
  static final int QUERIES = 100_000;

  private static final int LINE_BITS = 512;

  /**
   * Means over all look-ups.
   *
   * @param references places read
   * @param lines distinct cache lines of 64 bytes that they lie in
   */
  record Counts(double references, double lines) {}

  /** Where look-ups read, one after the other. */
  private static final class Trace {

    private final TreeSet<Long> linesNow = new TreeSet<>();
    private long references;
    private long lines;

    void read(long firstBit, int bits) {
      references++;
      for (long line = firstBit / LINE_BITS; line <= (firstBit + bits - 1) / LINE_BITS; line++) {
        linesNow.add(line);
      }
    }

    void endOfLookUp() {
      lines += linesNow.size();
      linesNow.clear();
    }

    Counts counts() {
      return new Counts(references / (double) QUERIES, lines / (double) QUERIES);
    }
  }

  /** A Bloom filter with double hashing, as the paper's section 7 describes it. */
  static References bloom(long keys, int bitsPerKey, int probes, long seed) {
    long bits = keys * bitsPerKey;
    long[] words = new long[Math.toIntExact(bits / Long.SIZE + 1)];
    SplittableRandom random = new SplittableRandom(seed);
    KeyHasher hasher = new KeyHasher(random.nextLong());
    RandomKeys present = new RandomKeys(random.nextLong());
    for (long i = 0; i < keys; i++) {
      long hash = hasher.hash(present.at(i));
      for (int probe = 0; probe < probes; probe++) {
        long bit = bit(hash, probe, bits);
        words[(int) (bit >>> 6)] |= 1L << bit;
      }
    }
    Trace positive = new Trace();
    Trace negative = new Trace();
    for (int i = 0; i < QUERIES; i++) {
      replay(words, bits, probes, hasher.hash(present.at(i % keys)), positive);
      replay(words, bits, probes, hasher.hash(random.nextLong()), negative);
    }
    return new References(positive.counts(), negative.counts());
  }

  private static void replay(long[] words, long bits, int probes, long hash, Trace trace) {
    for (int probe = 0; probe < probes; probe++) {
      long bit = bit(hash, probe, bits);
      trace.read(bit, 1);
      if ((words[(int) (bit >>> 6)] & 1L << bit) == 0) {
        break;
      }
    }
    trace.endOfLookUp();
  }

  private static long bit(long hash, int probe, long bits) {
    return Math.unsignedMultiplyHigh(hash + probe * Long.rotateLeft(hash, 32), bits);
  }

  /** Two buckets, wherever they are. */
  static References cuckoo(long buckets, int bucketBits, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Trace trace = new Trace();
    for (int i = 0; i < QUERIES; i++) {
      trace.read(random.nextLong(buckets) * bucketBits, bucketBits);
      trace.read(random.nextLong(buckets) * bucketBits, bucketBits);
      trace.endOfLookUp();
    }
    Counts counts = trace.counts();
    return new References(counts, counts);
  }
}
