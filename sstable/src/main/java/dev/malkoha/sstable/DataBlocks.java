package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.sstable.TableTrace.Source;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockReader;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.StoredSearch;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.storage.ReadBatch;
import org.jspecify.annotations.Nullable;

/**
 * The data blocks of one open table, by number: from memory where they are resident, else from the
 * file.
 */
public final class DataBlocks {

  private static final int CACHE_LINE = 64;

  private final BlockFile file;
  private final BlockIndex index;
  private final BlockCache cache;
  private final ResidentBlocks resident;
  private final byte[] smallestKey;

  /** Whether the codec of packed blocks can unpack a part: as long as none was met that cannot. */
  private volatile boolean unpacksInPart = true;

  private volatile boolean closed;

  /** The blocks of a table. */
  public DataBlocks(TableParts parts, BlockCache cache) {
    this.file = parts.file();
    this.index = parts.index();
    this.smallestKey = parts.properties().smallestKey();
    this.cache = cache;
    this.resident = new ResidentBlocks(index.count());
  }

  /** Whether no entry is below a key: no block has to be read to tell that. */
  boolean beginAtOrAbove(byte[] key, int offset, int length) {
    return Arrays.compareUnsigned(smallestKey, 0, smallestKey.length, key, offset, offset + length)
        >= 0;
  }

  /** A block for a point read if it is in memory, or else null. It is marked as used. */
  byte @Nullable [] resident(int number) {
    byte[] block = resident.get(number);
    if (block != null) {
      resident.reference(number);
      cache.countHit();
    }
    return block;
  }

  /**
   * Searches a block that is not in memory as it is stored, without bringing it there: if the cache
   * is full and it is not this block's turn to enter it.
   *
   * @param search to which was said what to look for
   * @return whether the search was made and met nothing odd; else the block is to be brought
   */
  boolean searchStored(int number, StoredSearch search) throws IOException {
    if (!unpacksInPart || cache.isWorthKeeping(index.rawLength(number), file.isFar())) {
      return false;
    }
    search.in(index.handle(number), index.entries(number), index.firstOrdinal(number));
    try {
      if (!search.search(file)) {
        unpacksInPart = false; // a table is packed by one codec
        return false;
      }
    } catch (CorruptTableException e) {
      throw withKeys(e, number);
    }
    cache.countRead();
    return !search.isOdd();
  }

  /**
   * A block for a point read that is not in memory: it enters the cache. Where all do so, as reads
   * wait for the device, one counts as used from its second use on.
   */
  byte[] bring(int number) throws IOException {
    return cache.admit(resident, number, load(number), !file.isFar());
  }

  /** A block for several point reads. It is marked as used, and offered to the cache. */
  byte[] get(int number) throws IOException {
    byte[] block = resident(number);
    return block != null ? block : offer(number, load(number), true);
  }

  /**
   * A block for a cursor if it is in memory, or else null.
   *
   * @param asUsed whether to mark it as used: it was looked for, and not only come by
   */
  byte @Nullable [] scan(int number, boolean asUsed) {
    byte[] block = resident.get(number);
    if (block != null) {
      if (asUsed) {
        resident.reference(number);
      }
      cache.countHit();
    }
    return block;
  }

  /**
   * A block for a cursor that is not in memory: without a mark of use, for a scan may come by only
   * once.
   *
   * @param keep whether to offer it to the cache
   * @param reader the cursor's own
   */
  byte[] read(int number, boolean keep, BlockReader reader) throws IOException {
    byte[] loaded = load(number, reader);
    return keep ? offer(number, loaded, false) : loaded;
  }

  private byte[] offer(int number, byte[] block, boolean asUsed) {
    boolean far = file.isFar();
    return cache.offer(resident, number, block, asUsed && !far, far);
  }

  /** Adds a block that is not in memory to a batch of reads. */
  void addTo(ReadBatch batch, int number) {
    if (resident.get(number) == null) {
      file.addTo(batch, index.handle(number));
    }
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

  /** Where a block would be found now. */
  Source source(int number) {
    return resident.get(number) != null ? Source.CACHE : Source.FILE;
  }

  /** Reads a block from the file, resident or not. */
  public byte[] load(int number) throws IOException {
    return load(number, null);
  }

  private byte[] load(int number, @Nullable BlockReader reader) throws IOException {
    try {
      BlockHandle handle = index.handle(number);
      byte[] block = check(number, reader == null ? file.read(handle) : reader.read(handle));
      cache.countRead();
      return block;
    } catch (CorruptTableException e) {
      throw withKeys(e, number);
    }
  }

  private CorruptTableException withKeys(CorruptTableException damage, int number) {
    byte[] first = number == 0 ? smallestKey : index.separator(number - 1);
    return damage.inBlock(first, index.separator(number));
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

  BlockReader newReader() {
    return new BlockReader(file);
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
