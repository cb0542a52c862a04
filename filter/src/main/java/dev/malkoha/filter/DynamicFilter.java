package dev.malkoha.filter;

/**
 * An approximate set of hashes that grows one by one: the filters as their papers define them.
 *
 * <p>The store's tables do not use these: theirs are built at once by a {@link FilterPolicy}, from
 * all hashes. Not for several threads, unless they only ask.
 */
public interface DynamicFilter {

  /**
   * Adds a hash.
   *
   * @param hash 64 well mixed bits, such as those of a {@link KeyHasher}
   * @return false if the filter is full: then nothing has changed, and everything added before is
   *     still found
   */
  boolean add(long hash);

  /**
   * Whether a hash may have been added.
   *
   * @return false only if it was not, or was removed as often as added
   */
  boolean contains(long hash);

  /** How many hashes were added and not removed, equal ones each counted. */
  long size();

  /** The memory of the filter's own data in bytes. */
  long sizeBytes();
}
