package dev.malkoha.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A preallocated file that is written through a mapping: what is stored in {@link #memory} survives
 * a killed process at once, and a power cut after {@link #force}.
 *
 * <p>The memory is only copied to and from, never computed on in place: a mapping may fail under a
 * reader. After {@link #close} access throws {@link IllegalStateException}.
 */
public interface MappedFile extends Closeable {

  /** The file's name in its directory. */
  String name();

  /** All bytes of the file; its size is the file's size. Usable from every thread. */
  MemorySegment memory();

  /** Makes a range durable. After an exception nothing may be assumed of it. */
  void force(long offset, long length) throws IOException;

  @Override
  void close() throws IOException;
}
