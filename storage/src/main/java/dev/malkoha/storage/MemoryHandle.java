package dev.malkoha.storage;

import module java.base;

/** An open {@link MemoryFile}, to be appended to or to be read. */
class MemoryHandle implements WritableFile, ReadableFile {

  private final String name;
  private final MemoryFile file;

  /** Where the file ends for this handle, if it has not ended before. */
  private final long end;

  private volatile boolean closed;

  private MemoryHandle(String name, MemoryFile file, long end) {
    this.name = name;
    this.file = file;
    this.end = end;
  }

  /** A file that grows. */
  static WritableFile appended(String name, MemoryFile file) {
    return new MemoryHandle(name, file, Long.MAX_VALUE);
  }

  /** A file that is as long as it is now. */
  static ReadableFile read(String name, MemoryFile file) {
    return new MemoryHandle(name, file, file.size());
  }

  MemoryFile checkOpen() {
    if (closed) {
      throw new IllegalStateException("file " + name + " is closed");
    }
    return file;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return Math.min(end, file.size());
  }

  @Override
  public void append(byte[] bytes, int offset, int length) {
    checkOpen().append(bytes, offset, length);
  }

  @Override
  public void force() {
    checkOpen();
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    checkOpen().read(position, into, offset, length, size());
  }

  @Override
  public void close() {
    closed = true;
  }

  /** A file of a size that stays. */
  static final class Mapped extends MemoryHandle implements MappedFile {

    Mapped(String name, MemoryFile file) {
      super(name, file, file.size());
    }

    @Override
    public MemorySegment memory() {
      return checkOpen().memory();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) {
      MemorySegment.copy(memory(), ValueLayout.JAVA_BYTE, position, into, offset, length);
    }

    @Override
    public void write(long position, byte[] from, int offset, int length) {
      MemorySegment.copy(from, offset, memory(), ValueLayout.JAVA_BYTE, position, length);
    }

    @Override
    public void force(long offset, long length) {
      Objects.checkFromIndexSize(offset, length, memory().byteSize());
    }
  }
}
