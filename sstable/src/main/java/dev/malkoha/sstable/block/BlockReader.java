package dev.malkoha.sstable.block;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks of a file for one cursor: each by itself, or many at once for one that goes from
 * block to block. Packed bytes go through an array that is used again, unless they are many.
 */
public final class BlockReader {

  /** Blocks read one after the other, after which it is likely that more are wanted. */
  private static final int LONG_RUN = 8;

  private final BlockFile file;
  private @Nullable BlockFile inOrder;
  private long end;
  private int run;
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
    BlockFile source = source(handle);
    int length = handle.storedLength() + TableFormat.TRAILER_LENGTH;
    if (handle.storedLength() == handle.rawLength() || length > StoredSearch.LONGEST_KEPT) {
      return source.read(handle);
    }
    packed = StoredSearch.room(packed, length);
    return source.readPacked(handle, packed);
  }

  private BlockFile source(BlockHandle handle) {
    run = handle.offset() == end ? run + 1 : 0;
    end = handle.end();
    if (run < LONG_RUN) {
      return file;
    }
    BlockFile known = inOrder;
    if (known == null || run == LONG_RUN) {
      known = file.inOrder();
      inOrder = known;
    }
    return known;
  }
}
