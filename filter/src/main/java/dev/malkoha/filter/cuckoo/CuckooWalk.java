package dev.malkoha.filter.cuckoo;

import java.util.SplittableRandom;

/**
 * The search for a place in full buckets (Fan et al., CoNEXT 2014, algorithm 1): an entry takes the
 * place of a random one, which goes to its other bucket, and so on, {@value #MAX_DISPLACEMENTS}
 * times at most.
 *
 * <p>The paper gives up with one entry homeless. Here every displacement is recorded, and a walk
 * that fails is walked back, so that nothing has changed.
 */
final class CuckooWalk {

  static final int MAX_DISPLACEMENTS = 500;

  private final Buckets buckets;
  private final SplittableRandom random;
  private final long[] positions = new long[MAX_DISPLACEMENTS];
  private final long[] placed = new long[MAX_DISPLACEMENTS];
  private final long[] evicted = new long[MAX_DISPLACEMENTS];

  /** Walks among buckets; the salt is the seed of all random choices. */
  CuckooWalk(Buckets buckets, long salt) {
    this.buckets = buckets;
    this.random = new SplittableRandom(salt);
  }

  /**
   * Places an entry of this full bucket, whose other one is full too; false if no place was found.
   */
  boolean place(long first, long entry) {
    boolean fromSecond = random.nextBoolean();
    long bucket = fromSecond ? buckets.other(first, entry) : first;
    long homeless = fromSecond ? buckets.moved(entry) : entry;
    for (int step = 0; step < MAX_DISPLACEMENTS; step++) {
      long position = bucket * buckets.bucketSlots() + random.nextInt(buckets.bucketSlots());
      positions[step] = position;
      placed[step] = homeless;
      evicted[step] = buckets.evict(position, homeless);
      bucket = buckets.otherBucket(position, evicted[step]);
      homeless = buckets.moved(evicted[step]);
      if (buckets.put(bucket, homeless)) {
        return true;
      }
    }
    walkBack();
    return false;
  }

  private void walkBack() {
    for (int step = MAX_DISPLACEMENTS - 1; step >= 0; step--) {
      buckets.restore(positions[step], placed[step], evicted[step]);
    }
  }
}
