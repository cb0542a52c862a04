package dev.malkoha.storage;

import module java.base;

/**
 * An open file that is read at positions, by any number of threads.
 *
 * <p>Reads never go through an interruptible channel: interrupting a reading thread harms nobody.
 * After {@link #close} every read throws {@link IllegalStateException}; one that races with it
 * either throws that or has read what it should.
 */
public interface ReadableFile extends Closeable {

  /** The file's name in its directory. */
  String name();

  /** The file's length in bytes when it was opened. */
  long size();

  /**
   * Fills {@code length} bytes of {@code into} from {@code position}.
   *
   * @throws java.io.EOFException if the file ends before
   * @throws IOException if the device fails
   */
  void read(long position, byte[] into, int offset, int length) throws IOException;

  /**
   * Fills bytes as {@link #read} does, for one who goes through the file in order and reads a large
   * piece: how long that takes says nothing of reads at random.
   */
  default void readNext(long position, byte[] into, int offset, int length) throws IOException {
    read(position, into, offset, length);
  }

  /** Whether a read now is likely to wait for the device. */
  default boolean isFar() {
    return false;
  }

  @Override
  void close() throws IOException;
}
