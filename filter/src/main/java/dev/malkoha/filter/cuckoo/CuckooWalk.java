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

  /** Walks among buckets; the salt is the seed of all random choices. */
  CuckooWalk(Buckets buckets, long salt) {
    this.buckets = buckets;
    this.random = new SplittableRandom(salt);
  }

  /** Places an entry whose two buckets are full; false if no place was found. */
  boolean place(long first, long second, long entry) {
    long bucket = random.nextBoolean() ? second : first;
    long homeless = entry;
    for (int step = 0; step < MAX_DISPLACEMENTS; step++) {
      long position = bucket * buckets.bucketSlots() + random.nextInt(buckets.bucketSlots());
      positions[step] = position;
      placed[step] = homeless;
      homeless = buckets.evict(position, homeless);
      bucket = buckets.otherBucket(position, homeless);
      if (buckets.put(bucket, homeless)) {
        return true;
      }
    }
    walkBack(homeless);
    return false;
  }

  private void walkBack(long lastEvicted) {
    long evicted = lastEvicted;
    for (int step = MAX_DISPLACEMENTS - 1; step >= 0; step--) {
      buckets.restore(positions[step], placed[step], evicted);
      evicted = placed[step];
    }
  }
}
