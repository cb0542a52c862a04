package dev.malkoha.storage;

import java.io.EOFException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** The three ways in which a {@link MemoryFile} is open. */
final class MemoryHandles {

  private MemoryHandles() {}

  /** The common part of all three. */
  abstract static class Handle {

    private final String name;
    final MemoryFile file;
    private volatile boolean closed;

    Handle(String name, MemoryFile file) {
      this.name = name;
      this.file = file;
    }

    void checkOpen() {
      if (closed) {
        throw new IllegalStateException("file " + name + " is closed");
      }
    }

    public String name() {
      return name;
    }

    public void close() {
      closed = true;
    }
  }

  /** A file that grows. */
  static final class Appended extends Handle implements WritableFile {

    Appended(String name, MemoryFile file) {
      super(name, file);
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void append(byte[] bytes, int offset, int length) {
      checkOpen();
      file.append(bytes, offset, length);
    }

    @Override
    public void force() {
      checkOpen();
    }
  }

  /** A file that is read, as long as it was when it was opened. */
  static final class Read extends Handle implements ReadableFile {

    private final long size;

    Read(String name, MemoryFile file) {
      super(name, file);
      this.size = file.size();
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws EOFException {
      checkOpen();
      file.read(position, into, offset, length, size);
    }
  }

  /** A file of a size that stays. */
  static final class Mapped extends Handle implements MappedFile {

    Mapped(String name, MemoryFile file) {
      super(name, file);
    }

    @Override
    public MemorySegment memory() {
      checkOpen();
      return file.memory();
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
