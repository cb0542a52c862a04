package dev.malkoha.sstable;

/** Reads numbers and byte strings out of a block in order, never beyond its end. */
final class VarintReader {

  private final String file;
  private final long fileOffset;
  private final byte[] bytes;
  private final int end;
  private int position;

  /** Reads {@code bytes} from {@code position} to {@code end}; file and offset are for messages. */
  VarintReader(String file, long fileOffset, byte[] bytes, int position, int end) {
    this.file = file;
    this.fileOffset = fileOffset;
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  /** A reader that is where this one is, and goes on by itself. */
  VarintReader copy() {
    return new VarintReader(file, fileOffset, bytes, position, end);
  }

  /** A number of seven bits a byte, least significant first; the top bit says that more follow. */
  long readLong() throws CorruptTableException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (position == end) {
        throw damaged("a number runs over the end of its block");
      }
      byte b = bytes[position++];
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw damaged("a number has more than ten bytes");
  }

  /** A number from 0 to {@code ceiling}. */
  int readInt(int ceiling) throws CorruptTableException {
    long value = readLong();
    if (value < 0 || value > ceiling) {
      throw damaged(
          "expected a number up to " + ceiling + ", found " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** Copies {@code length} bytes. */
  void readBytes(byte[] into, int at, int length) throws CorruptTableException {
    int from = position;
    skip(length);
    System.arraycopy(bytes, from, into, at, length);
  }

  /** Passes over {@code length} bytes. */
  void skip(int length) throws CorruptTableException {
    if (length > end - position) {
      throw damaged("a byte string runs over the end of its block");
    }
    position += length;
  }

  /** Bytes not read yet. */
  int remaining() {
    return end - position;
  }

  void expectEnd() throws CorruptTableException {
    if (position != end) {
      throw damaged("expected the end of a block, found " + remaining() + " more bytes");
    }
  }

  CorruptTableException damaged(String problem) {
    return new CorruptTableException(file, fileOffset, problem);
  }
}
