package dev.malkoha.sstable.block;

import java.io.IOException;

/**
 * Reads the blocks of a file for one cursor, each by itself: packed bytes go through an array that
 * is used again, unless they are many. A read of a mapped file is a copy, so that nothing is gained
 * by reading several blocks at once.
 */
public final class BlockReader {

  private final BlockFile file;
  private byte[] packed = {};
  private long blocksRead;

  public BlockReader(BlockFile file) {
    this.file = file;
  }

  /** Blocks read so far. */
  public long blocksRead() {
    return blocksRead;
  }

  /** Reads, proves and unpacks a block, in an array of its own. */
  public byte[] read(BlockHandle handle) throws IOException {
    blocksRead++;
    int length = handle.storedLength() + TableFormat.TRAILER_LENGTH;
    if (handle.storedLength() == handle.rawLength() || length > BlockQuery.LONGEST_KEPT) {
      return file.read(handle);
    }
    packed = StoredSearch.room(packed, length);
    return file.readPacked(handle, packed);
  }
}
