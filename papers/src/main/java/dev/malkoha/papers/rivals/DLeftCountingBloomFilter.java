package dev.malkoha.papers.rivals;

import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.DeletableFilter;
import dev.malkoha.filter.block.SaltedHash;

/**
 * A d-left counting Bloom filter: four hash tables of fingerprints, of which a new one goes to the
 * least loaded of its four buckets, the leftmost if several are.
 *
 * <p>Bonomi, Mitzenmacher, Panigrahy, Singh and Varghese, "An Improved Construction for Counting
 * Bloom Filters" (ESA 2006), as evaluated by Fan et al. 2014, section 7: buckets of four entries of
 * 12 bits, here a remainder of 11 and a counter of one. A look-up compares all 16 entries. Nothing
 * is ever moved, so a key finds its four buckets full when about 78 % of the entries are in use.
 *
 * <p>A key equal to one that is present raises that one's counter, and takes another entry when
 * there is none to raise: at most 32 equal keys fit.
 *
 * <p>Not for several threads, unless they only ask.
 */
public final class DLeftCountingBloomFilter implements DeletableFilter {

  static final int SUBTABLES = 4;

  /** So that four subtables fit an array. */
  private static final int MAX_BUCKET_BITS = 26;

  private static final int BUCKET_BYTES = DLeftBucket.BITS / Byte.SIZE;

  /** So that 64 bits may be read at the last bucket. */
  private static final int GUARD_BYTES = Long.BYTES - BUCKET_BYTES;

  private final long buckets;
  private final DLeftPlaces places;
  private final long saltKey;

  /** The subtables, one after the other. */
  final byte[] bytes;

  private long size;
  private long used;

  /**
   * An empty filter.
   *
   * @param bucketBits from 1 to 26: each of the four subtables has 2^bucketBits buckets
   * @param salt mixed into every hash
   */
  public DLeftCountingBloomFilter(int bucketBits, long salt) {
    this.buckets = 1L << Limits.check("bucket bits", bucketBits, 1, MAX_BUCKET_BITS);
    this.places = new DLeftPlaces(bucketBits);
    this.saltKey = SaltedHash.key(salt);
    this.bytes = new byte[(int) (SUBTABLES * buckets * BUCKET_BYTES) + GUARD_BYTES];
  }

  @Override
  public boolean add(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long bucket = places.bucket(mixed);
    long remainder = DLeftPlaces.remainder(mixed);
    int least = DLeftBucket.ENTRIES;
    int leastAt = -1;
    long leastRemainder = 0;
    for (int subtable = 0; subtable < SUBTABLES; subtable++) {
      long there = DLeftPlaces.remainderIn(subtable, bucket, remainder);
      int at = indexOf(subtable, places.bucketIn(subtable, bucket, there));
      long entries = Bytes.getLong(bytes, at);
      long raisable = DLeftBucket.raisable(entries, there);
      if (raisable != 0) {
        Bytes.putLong(bytes, at, DLeftBucket.raise(entries, raisable));
        size++;
        return true;
      }
      int load = Long.bitCount(DLeftBucket.used(entries));
      if (load < least) {
        least = load;
        leastAt = at;
        leastRemainder = there;
      }
    }
    return leastAt >= 0 && put(leastAt, leastRemainder);
  }

  private boolean put(int at, long remainder) {
    Bytes.putLong(bytes, at, DLeftBucket.put(Bytes.getLong(bytes, at), remainder));
    size++;
    used++;
    return true;
  }

  @Override
  public boolean contains(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long bucket = places.bucket(mixed);
    long remainder = DLeftPlaces.remainder(mixed);
    long differing = -1L;
    for (int subtable = 0; subtable < SUBTABLES; subtable++) {
      long there = DLeftPlaces.remainderIn(subtable, bucket, remainder);
      int at = indexOf(subtable, places.bucketIn(subtable, bucket, there));
      differing &= DLeftBucket.differing(Bytes.getLong(bytes, at), there);
    }
    return DLeftBucket.anyMatch(differing);
  }

  @Override
  public boolean remove(long hash) {
    long mixed = SaltedHash.mix(hash, saltKey);
    long bucket = places.bucket(mixed);
    long remainder = DLeftPlaces.remainder(mixed);
    for (int subtable = 0; subtable < SUBTABLES; subtable++) {
      long there = DLeftPlaces.remainderIn(subtable, bucket, remainder);
      int at = indexOf(subtable, places.bucketIn(subtable, bucket, there));
      long entries = Bytes.getLong(bytes, at);
      long matching = DLeftBucket.matching(entries, there);
      if (matching != 0) {
        lower(at, entries, matching);
        return true;
      }
    }
    return false;
  }

  private void lower(int at, long entries, long matching) {
    long left = DLeftBucket.lower(entries, matching);
    Bytes.putLong(bytes, at, left);
    size--;
    used -= Long.bitCount(DLeftBucket.used(entries)) - Long.bitCount(DLeftBucket.used(left));
  }

  private int indexOf(int subtable, long bucket) {
    return (int) (subtable * buckets + bucket) * BUCKET_BYTES;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long sizeBytes() {
    return bytes.length;
  }

  /** The share of the entries in use; equal keys may share one. */
  @Override
  public double loadFactor() {
    return (double) used / (SUBTABLES * buckets * DLeftBucket.ENTRIES);
  }
}
