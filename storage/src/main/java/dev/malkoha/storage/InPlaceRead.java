package dev.malkoha.storage;

import java.lang.foreign.MemorySegment;

/** A read of a file's bytes where they lie in memory, see {@link ReadableFile#inPlace}. */
@FunctionalInterface
public interface InPlaceRead {

  /**
   * Reads. Should the device fail meanwhile, the bytes are arbitrary: what was read counts only
   * once {@link ReadableFile#inPlace} has returned, and until then nothing may be written but what
   * the read owns.
   *
   * @param memory all bytes of the file; not to be kept
   */
  void read(MemorySegment memory);
}
