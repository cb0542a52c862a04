package dev.malkoha.storage;

import module java.base;

/** A file that grows at its end. Used by one thread at a time. */
public interface WritableFile extends Closeable {

  /** The file's name in its directory. */
  String name();

  /** Bytes of the file: all that were ever appended. */
  long size();

  /**
   * Appends bytes. After an exception the file's end is unknown and the file must be given up.
   *
   * @throws NoSpaceException if the disk is full; some of the bytes may be there, but not all
   */
  void append(byte[] bytes, int offset, int length) throws IOException;

  /** Makes all bytes appended so far durable. After an exception nothing may be assumed. */
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
