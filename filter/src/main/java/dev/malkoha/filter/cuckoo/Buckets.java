package dev.malkoha.filter.cuckoo;

/**
 * The buckets of a dynamic cuckoo filter: what adding, removing and displacing need of a layout.
 *
 * <p>An <i>entry</i> is what a bucket keeps of a key, never 0; it may differ between the key's two
 * buckets. A <i>position</i> is a bucket's number times {@link #bucketSlots} plus a number below
 * that; what is at a position may change whenever its bucket does. Buckets may overlap.
 */
interface Buckets {

  int bucketSlots();

  /** How many buckets. */
  long count();

  /**
   * Counts the entries.
   *
   * @throws IllegalArgumentException if there is something that is none
   */
  long used();

  /** Puts an entry in a bucket; false if there is no room. */
  boolean put(long bucket, long entry);

  /** Takes one entry equal to the given one out of a bucket; false if there is none. */
  boolean remove(long bucket, long entry);

  /** The other bucket of an entry of this one. */
  long other(long bucket, long entry);

  /** The form of an entry, or an evicted one, in its other bucket. */
  long moved(long entry);

  /**
   * Puts an entry in place of the one at a position in a full bucket.
   *
   * @return what was there, for {@link #restore}, {@link #otherBucket} and {@link #moved}
   */
  long evict(long position, long entry);

  /** Takes an eviction back, when all that followed have been. */
  void restore(long position, long entry, long evicted);

  /** The other bucket of an entry that was evicted from a position. */
  long otherBucket(long position, long evicted);
}
