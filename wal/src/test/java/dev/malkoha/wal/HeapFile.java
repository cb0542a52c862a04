package dev.malkoha.wal;

import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import java.lang.foreign.MemorySegment;

/** A mapped file that is an array, for tests that work on raw bytes. */
final class HeapFile implements MappedFile {

  private static final String NAME = "000001.log";

  private final byte[] bytes;

  HeapFile(int size) {
    this.bytes = new byte[size];
  }

  /** A file of these bytes to be read. */
  static ReadableFile readable(byte[] content) {
    return new ReadableFile() {
      @Override
      public String name() {
        return NAME;
      }

      @Override
      public long size() {
        return content.length;
      }

      @Override
      public void read(long position, byte[] into, int offset, int length) {
        System.arraycopy(content, (int) position, into, offset, length);
      }

      @Override
      public void close() {}
    };
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public MemorySegment memory() {
    return MemorySegment.ofArray(bytes);
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) {
    System.arraycopy(bytes, (int) position, into, offset, length);
  }

  @Override
  public void write(long position, byte[] from, int offset, int length) {
    System.arraycopy(from, offset, bytes, (int) position, length);
  }

  @Override
  public void force(long offset, long length) {}

  @Override
  public void close() {}
}
