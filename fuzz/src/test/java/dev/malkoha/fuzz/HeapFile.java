package dev.malkoha.fuzz;

import dev.malkoha.storage.ReadableFile;
import java.io.EOFException;

/** A file of given bytes. */
public final class HeapFile implements ReadableFile {

  private final String name;
  private final byte[] bytes;

  /** A file of these bytes, which are not copied. */
  public HeapFile(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws EOFException {
    if (position < 0 || length > bytes.length - position) {
      throw new EOFException("position " + position + " length " + length);
    }
    System.arraycopy(bytes, (int) position, into, offset, length);
  }

  @Override
  public void close() {}
}
