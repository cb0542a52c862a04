package dev.malkoha.storage.sim;

import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import java.io.EOFException;
import java.lang.foreign.MemorySegment;

/** A file that is an array, for tests of what reads and writes raw bytes. */
public class HeapFile implements ReadableFile, MappedFile {

  private final String name;
  private final byte[] bytes;
  private boolean closed;
  private int reads;

  /** A file of these bytes, which are not copied. */
  public HeapFile(byte[] bytes) {
    this("bytes", bytes);
  }

  /** A file of these bytes, which are not copied. */
  public HeapFile(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /** The array. */
  public byte[] bytes() {
    return bytes;
  }

  /** How often something was read so far. */
  public int reads() {
    return reads;
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
  public MemorySegment memory() {
    return MemorySegment.ofArray(bytes);
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws EOFException {
    require(position, length);
    reads++;
    System.arraycopy(bytes, (int) position, into, offset, length);
  }

  @Override
  public void write(long position, byte[] from, int offset, int length) throws EOFException {
    require(position, length);
    System.arraycopy(from, offset, bytes, (int) position, length);
  }

  private void require(long position, int length) throws EOFException {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    if (position < 0 || length > bytes.length - position) {
      throw new EOFException("position " + position + " length " + length);
    }
  }

  @Override
  public void force(long offset, long length) {}

  @Override
  public void close() {
    closed = true;
  }
}
