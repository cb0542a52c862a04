package dev.malkoha.sstable;

import dev.malkoha.storage.ReadableFile;
import java.io.EOFException;

/** A file of given bytes. */
public final class BytesFile implements ReadableFile {

  private final byte[] bytes;
  private boolean closed;
  private int reads;

  public BytesFile(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public String name() {
    return "bytes";
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws EOFException {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    if (position < 0 || position + length > bytes.length) {
      throw new EOFException("position " + position + " length " + length);
    }
    reads++;
    System.arraycopy(bytes, (int) position, into, offset, length);
  }

  /** How often something was read so far. */
  int reads() {
    return reads;
  }

  @Override
  public void close() {
    closed = true;
  }
}
