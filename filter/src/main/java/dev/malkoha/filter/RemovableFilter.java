package dev.malkoha.filter;

/**
 * A filter from which keys can be taken out, one slot for each: a cuckoo filter.
 *
 * <p>Nothing is changed in place. A <i>removal</i> says what the block holds of a key, a bucket and
 * a fingerprint; {@link #without} gives a copy of the filter after some removals, and readers of
 * this one are not disturbed.
 *
 * <p>Only a key that was given to the build, and was not taken out since, may be taken out. Keys
 * that collide (same buckets, same fingerprint) have equal removals and a slot each, so a key taken
 * out twice, or one that never was there, takes another key's slot: a false negative. Usually no
 * slot is found and that is an error, but not always: the caller must know.
 */
public interface RemovableFilter extends Filter {

  /**
   * What the block keeps of a key: the number of a bucket in the upper 32 bits, the fingerprint in
   * the lower 32, both unsigned. Equal for keys that share their slots.
   *
   * @param hash the key's hash by the database's {@link KeyHasher}
   */
  long removal(long hash);

  /**
   * A copy of this filter after these removals, a slot for each: one that is given twice is taken
   * out twice. Sorted ones are fastest. The copy has its own, sound block; this filter stays as it
   * is.
   *
   * @param removals what to take out, see {@link #removal}
   * @param count how many of them, from the start of the array
   * @throws IllegalArgumentException if one of them is not there, or no longer: a removal too many
   * @throws IndexOutOfBoundsException if {@code count} is negative or beyond the array
   */
  RemovableFilter without(long[] removals, int count);

  /**
   * How many keys were taken out since the filter was built; stays at 2^32 - 1 should it get there.
   */
  long removed();
}
