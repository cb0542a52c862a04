package dev.malkoha.engine;

import java.lang.foreign.MemorySegment;

/** Takes the entries of a {@link Reads#forEach}, one after the other. */
@FunctionalInterface
public interface EntryConsumer {

  /**
   * Takes an entry where it lies. Both segments are read-only and hold the entry until this
   * returns; then they may hold others. It may read and write the store, which does not change what
   * the walk shows, but not close it. What it throws, checked or not, ends the walk and is thrown
   * as it is.
   *
   * @param key of 0 to 65,535 bytes
   * @param value may be empty
   */
  void accept(MemorySegment key, MemorySegment value);
}
