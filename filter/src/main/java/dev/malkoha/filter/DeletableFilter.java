package dev.malkoha.filter;

/** A dynamic filter from which hashes can be taken out again. */
public interface DeletableFilter extends DynamicFilter {

  /**
   * Takes out a hash that was added before.
   *
   * <p>Only a hash that was added, and not removed as often since, may be removed. Otherwise the
   * filter may lose another key: no filter of this kind can tell the two cases apart.
   *
   * @return false if the filter does not contain the hash; then nothing has changed
   */
  boolean remove(long hash);

  /** The share, from 0 to 1, of the places for hashes that are in use. */
  double loadFactor();
}
