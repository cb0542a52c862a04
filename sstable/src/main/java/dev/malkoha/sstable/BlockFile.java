package dev.malkoha.sstable;

import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/**
 * The blocks of one table file: read, proved and unpacked.
 *
 * <p>An unpacked block is an array of the block's raw length plus {@link #SLACK} bytes without
 * meaning, so that eight bytes may be read from any place in the block.
 */
final class BlockFile {

  /** Bytes behind the block in the array that holds it. Room for a trailer, too. */
  static final int SLACK = 16;

  /** Snappy's densest element makes 64 bytes of 3. */
  private static final int SNAPPY_MAX_RATIO = 22;

  private final ReadableFile file;
  private final long fileId;

  BlockFile(ReadableFile file, long fileId) {
    this.file = file;
    this.fileId = fileId;
  }

  String name() {
    return file.name();
  }

  long size() {
    return file.size();
  }

  /** Bytes of the block that an unpacked array holds. */
  static int rawLength(byte[] block) {
    return block.length - SLACK;
  }

  void read(long offset, byte[] into, int at, int length) throws IOException {
    file.read(offset, into, at, length);
  }

  void close() throws IOException {
    file.close();
  }

  /** Reads one block. The caller has checked that the handle lies within the file. */
  byte[] read(BlockHandle handle) throws IOException {
    checkLengths(handle);
    int length = handle.storedLength() + TableFormat.TRAILER_LENGTH;
    byte[] bytes = new byte[handle.storedLength() + SLACK];
    file.read(handle.offset(), bytes, 0, length);
    if (prove(handle, bytes, 0) == Compression.NONE) {
      return bytes;
    }
    return uncompress(handle, bytes, 0);
  }

  /** Takes one block from bytes of the file that start with it at {@code at}. */
  byte[] unpack(BlockHandle handle, byte[] bytes, int at) throws IOException {
    checkLengths(handle);
    if (prove(handle, bytes, at) == Compression.SNAPPY) {
      return uncompress(handle, bytes, at);
    }
    byte[] block = new byte[handle.rawLength() + SLACK];
    System.arraycopy(bytes, at, block, 0, handle.rawLength());
    return block;
  }

  /** Refuses lengths that no writer notes, before anything is allocated for them. */
  private void checkLengths(BlockHandle handle) throws CorruptTableException {
    int stored = handle.storedLength();
    int raw = handle.rawLength();
    if (raw < 0
        || raw > TableFormat.MAX_BLOCK_LENGTH
        || stored > raw
        || raw > (long) stored * SNAPPY_MAX_RATIO) {
      throw new CorruptTableException(
          name(),
          handle.offset(),
          "a block of " + stored + " stored bytes is said to unpack to " + raw);
    }
  }

  /** Verifies the checksum and returns how the block is stored. */
  private Compression prove(BlockHandle handle, byte[] bytes, int at) throws CorruptTableException {
    int trailer = at + handle.storedLength();
    byte compression = bytes[trailer + TableFormat.TRAILER_COMPRESSION];
    TableFormat.checkChecksum(
        name(),
        handle.offset(),
        TableFormat.blockChecksum(
            bytes, at, handle.storedLength(), compression, fileId, handle.offset()),
        Bytes.getInt(bytes, trailer + TableFormat.TRAILER_CHECKSUM));
    if (compression == Compression.NONE.id() && handle.storedLength() == handle.rawLength()) {
      return Compression.NONE;
    }
    if (compression == Compression.SNAPPY.id()) {
      return Compression.SNAPPY;
    }
    throw new CorruptTableException(
        name(),
        handle.offset(),
        "compression type " + compression + " is unknown, or its block has the wrong length");
  }

  private byte[] uncompress(BlockHandle handle, byte[] bytes, int at) throws IOException {
    int stored = handle.storedLength();
    int raw = handle.rawLength();
    // The decoder writes as many bytes as the block's first number claims: it must be what we
    // expect.
    long claimed = new VarintReader(name(), handle.offset(), bytes, at, at + stored).readLong();
    if (claimed != raw) {
      throw new CorruptTableException(
          name(),
          handle.offset(),
          "expected a compressed block of " + raw + " bytes, found one of " + claimed);
    }
    byte[] block = new byte[raw + SLACK];
    try {
      Snappy.uncompress(bytes, at, stored, block, 0);
      return block;
    } catch (IOException e) {
      throw (IOException)
          new CorruptTableException(
                  name(), handle.offset(), "the block's compressed bytes cannot be unpacked")
              .initCause(e);
    }
  }
}
