package dev.malkoha.sstable;

import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** The end of a table file being written: packs blocks, seals them, and appends in large pieces. */
final class BlockWriter {

  private static final int BUFFER_LENGTH = 128 << 10;

  /** A block is stored plain unless compression saves one part in this many. */
  private static final int LEAST_SAVING = 8;

  private final WritableFile file;
  private final long fileId;
  private final Compression compression;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private int buffered;
  private long position;
  private byte[] packed = {};

  /** Starts a file with its header. */
  BlockWriter(WritableFile file, long fileId, Compression compression) {
    this.file = file;
    this.fileId = fileId;
    this.compression = compression;
    System.arraycopy(TableFormat.header(fileId), 0, buffer, 0, TableFormat.HEADER_LENGTH);
    this.buffered = TableFormat.HEADER_LENGTH;
    this.position = TableFormat.HEADER_LENGTH;
  }

  /** Bytes appended so far, whether still buffered or not. */
  long position() {
    return position;
  }

  /** Appends a block with its trailer, compressed where that is wished and pays. */
  BlockHandle write(byte[] block, int length) throws IOException {
    if (compression == Compression.SNAPPY && length >= LEAST_SAVING) {
      int stored = compress(block, length);
      if (stored <= length - length / LEAST_SAVING) {
        BlockHandle handle = seal(packed, stored, length, Compression.SNAPPY);
        forgetHugeBuffer();
        return handle;
      }
      forgetHugeBuffer();
    }
    return writePlain(block, length);
  }

  /** Appends a block with its trailer as it is. */
  BlockHandle writePlain(byte[] block, int length) throws IOException {
    return seal(block, length, length, Compression.NONE);
  }

  private int compress(byte[] block, int length) throws IOException {
    int longest = Snappy.maxCompressedLength(length);
    if (packed.length < longest) {
      packed = new byte[longest];
    }
    return Snappy.compress(block, 0, length, packed, 0);
  }

  private void forgetHugeBuffer() {
    if (packed.length > BUFFER_LENGTH) {
      packed = new byte[0];
    }
  }

  private BlockHandle seal(byte[] bytes, int stored, int raw, Compression how) throws IOException {
    BlockHandle handle = new BlockHandle(position, stored, raw);
    byte[] trailer = new byte[TableFormat.TRAILER_LENGTH];
    trailer[TableFormat.TRAILER_COMPRESSION] = how.id();
    Bytes.putInt(
        trailer,
        TableFormat.TRAILER_CHECKSUM,
        TableFormat.blockChecksum(bytes, 0, stored, how.id(), fileId, position));
    append(bytes, stored);
    append(trailer, trailer.length);
    return handle;
  }

  /** Appends bytes that are no block. */
  void append(byte[] bytes, int length) throws IOException {
    if (length > buffer.length - buffered) {
      flush();
    }
    if (length > buffer.length) {
      file.append(bytes, 0, length);
    } else {
      System.arraycopy(bytes, 0, buffer, buffered, length);
      buffered += length;
    }
    position += length;
  }

  /** Hands all buffered bytes to the file and makes them durable. */
  void force() throws IOException {
    flush();
    file.force();
  }

  void close() throws IOException {
    file.close();
  }

  private void flush() throws IOException {
    if (buffered > 0) {
      file.append(buffer, 0, buffered);
      buffered = 0;
    }
  }
}
