package dev.malkoha.storage;

import module java.base;

/**
 * A preallocated file that is written through a mapping: what is stored in {@link #memory} survives
 * a killed process at once, and a power cut after {@link #force}.
 *
 * <p>The memory is only copied to and from, never computed on in place: a device that fails under a
 * mapping makes the JVM throw {@link InternalError}, and when the access itself was compiled, only
 * some time <em>after</em> it. {@link #read} and {@link #write} throw an {@link IOException} in its
 * place, and before they return.
 *
 * <p>After {@link #close} access throws {@link IllegalStateException}. Closing must not race with
 * {@link #force}.
 */
public interface MappedFile extends Closeable {

  /** The file's name in its directory. */
  String name();

  /** All bytes of the file; its size is the file's size. Usable from every thread. */
  MemorySegment memory();

  /**
   * Fills {@code length} bytes of {@code into} from {@code position}.
   *
   * @throws IndexOutOfBoundsException if the file or the array ends before
   * @throws IOException if the device fails
   */
  void read(long position, byte[] into, int offset, int length) throws IOException;

  /**
   * Stores {@code length} bytes of {@code from} at {@code position}. They survive a killed process.
   *
   * @throws IndexOutOfBoundsException if the file or the array ends before
   * @throws IOException if the device fails; what the range holds then is unknown
   */
  void write(long position, byte[] from, int offset, int length) throws IOException;

  /** Makes a range durable. After an exception nothing may be assumed of it. */
  void force(long offset, long length) throws IOException;

  @Override
  void close() throws IOException;
}
