package dev.malkoha.storage;

import module java.base;

/**
 * The content of a file of a {@link MemoryDisk}, which names and open files share. Bytes that are
 * there stay, but for those that are written through a mapping.
 */
final class MemoryFile {

  private static final long FIRST_BYTES = 4 << 10;

  /** The content, and room for more; of longs, so that numbers in it may be aligned. */
  private volatile MemorySegment bytes;

  /** How many bytes of it are the file's: set after they are there. */
  private volatile long size;

  MemoryFile(long size) {
    this.bytes = room(size);
    this.size = size;
  }

  private static MemorySegment room(long size) {
    return MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(size, Long.BYTES))])
        .asSlice(0, size);
  }

  long size() {
    return size;
  }

  /** All bytes of a file that is not appended to. */
  MemorySegment memory() {
    return bytes;
  }

  /** One thread at a time. */
  void append(byte[] from, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, from.length);
    long end = size + length;
    if (end > bytes.byteSize()) {
      MemorySegment grown = room(Math.max(FIRST_BYTES, Math.max(end, 2 * bytes.byteSize())));
      MemorySegment.copy(bytes, 0, grown, 0, size);
      bytes = grown;
    }
    MemorySegment.copy(from, offset, bytes, ValueLayout.JAVA_BYTE, size, length);
    size = end;
  }

  /**
   * Fills an array from a position.
   *
   * @param end where the reader takes the file to end
   */
  void read(long position, byte[] into, int offset, int length, long end) throws EOFException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (position < 0) {
      throw new IllegalArgumentException("position " + position);
    }
    if (position > end - length) {
      throw new EOFException("position " + position + " length " + length + " of " + end);
    }
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, position, into, offset, length);
  }
}
