package dev.malkoha.sstable;

import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.ReadAhead;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;

/**
 * The data blocks of one open table, by number: from memory where they are resident, else from the
 * file.
 */
final class DataBlocks {

  private static final int CACHE_LINE = 64;

  private final BlockFile file;
  private final BlockIndex index;
  private final BlockCache cache;
  private final ResidentBlocks resident;
  private volatile boolean closed;

  DataBlocks(BlockFile file, BlockIndex index, BlockCache cache) {
    this.file = file;
    this.index = index;
    this.cache = cache;
    this.resident = new ResidentBlocks(index.count());
  }

  /** A block for a point read. It is marked as used, and kept. */
  byte[] get(int number) throws IOException {
    byte[] block = resident.get(number);
    if (block != null) {
      resident.reference(number);
      cache.countHit();
      return block;
    }
    return cache.admit(resident, number, load(number), true);
  }

  /**
   * A block for a cursor: kept, if at all, without a mark of use, for a scan may come by only once.
   *
   * @param asUsed whether to mark the block as used if it is resident: it was looked for
   * @param readAhead the cursor's own window over the file
   */
  byte[] scan(int number, boolean keep, boolean asUsed, ReadAhead readAhead) throws IOException {
    byte[] block = resident.get(number);
    if (block != null) {
      if (asUsed) {
        resident.reference(number);
      }
      cache.countHit();
      return block;
    }
    byte[] loaded = check(number, readAhead.read(index.handle(number)));
    cache.countRead();
    return keep ? cache.admit(resident, number, loaded, false) : loaded;
  }

  /** Reads a byte of a block's header, if it is in memory, which brings it nearer. */
  int touchHeader(int number) {
    byte[] block = resident.get(number);
    return block == null ? 0 : DataBlock.count(block);
  }

  /** Reads a byte of each cache line up to the end of a block's slots, if it is in memory. */
  int touchSlots(int number) {
    byte[] block = resident.get(number);
    if (block == null) {
      return 0;
    }
    int end = DataBlock.entries(block);
    int sum = 0;
    for (int at = 0; at < end; at += CACHE_LINE) {
      sum += block[at];
    }
    return sum;
  }

  /** Whether a block is in memory now. */
  boolean isResident(int number) {
    return resident.get(number) != null;
  }

  /** Reads a block from the file, resident or not. */
  byte[] load(int number) throws IOException {
    byte[] block = check(number, file.read(index.handle(number)));
    cache.countRead();
    return block;
  }

  private byte[] check(int number, byte[] block) throws CorruptTableException {
    if (!DataBlock.isSound(block, index.entries(number), index.firstOrdinal(number))) {
      throw new CorruptTableException(
          file.name(),
          index.handle(number).offset(),
          "the data block's inner lengths do not add up");
    }
    return block;
  }

  /** Notes that blocks were passed over since nothing in them is alive. */
  void countDeadSkipped(long count) {
    cache.countDeadBlocksSkipped(count);
  }

  /**
   * Refuses the use of a closed table.
   *
   * @throws IllegalStateException if it is closed
   */
  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the table is closed: " + file.name());
    }
  }

  ReadAhead newReadAhead() {
    return new ReadAhead(file, index.dataStart(), index.dataEnd());
  }

  /** Closes the file and takes the blocks out of the cache; the second time does nothing. */
  synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      cache.close(resident);
      file.close();
    }
  }
}
