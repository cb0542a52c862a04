package dev.malkoha.sstable;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * An open table. Its index and filter are resident; its data blocks come through the {@link
 * BlockCache}.
 *
 * <p>Safe for use by many threads, except that {@link #close} must come after all other use; use
 * after it throws {@link IllegalStateException}. Damage met while reading throws {@link
 * CorruptTableException}; it never makes an entry look absent.
 */
public final class TableReader implements Closeable {

  private final TableParts parts;
  private final BlockIndex index;
  private final Filter filter;
  private final DataBlocks blocks;
  private final KeyHasher hasher;
  private volatile boolean closed;

  private TableReader(TableParts parts, BlockCache cache, KeyHasher hasher) {
    this.parts = parts;
    this.index = parts.index();
    this.filter = parts.filter();
    this.blocks = new DataBlocks(parts.file(), index, cache);
    this.hasher = hasher;
  }

  /**
   * Opens a table: verifies its header, footer, index and properties. A filter that is damaged or
   * unknown is replaced by one that answers "maybe" to everything, see {@link #filterProblem}.
   *
   * @param file closed with the reader; still open when this method throws
   * @param fileId that the table was written with
   * @param cache for the table's blocks
   * @param hasher that the table was written with
   * @throws CorruptTableException if the file is damaged, or another than it should be
   */
  public static TableReader open(ReadableFile file, long fileId, BlockCache cache, KeyHasher hasher)
      throws IOException {
    Objects.requireNonNull(cache, "cache");
    Objects.requireNonNull(hasher, "hasher");
    return new TableReader(TableParts.read(file, fileId), cache, hasher);
  }

  /**
   * What the filter says of a key.
   *
   * @param hash of the key, by the table's hasher
   * @return false only if the table holds no entry of the key
   */
  public boolean mayContain(long hash) {
    return filter.mayContain(hash);
  }

  /**
   * Finds the newest entry of a key that is not above a tag. Reads at most one block, and does not
   * ask the filter.
   *
   * @param maxTag the largest tag to find, unsigned; -1 finds any
   * @param result receives the entry if there is one, and is unchanged if not
   * @return whether there is one
   */
  public boolean get(byte[] key, int offset, int length, long maxTag, Lookup result)
      throws IOException {
    requireOpen();
    int number = index.find(key, offset, length, maxTag);
    if (number == index.count()) {
      return false;
    }
    byte[] block = blocks.get(number);
    int position = BlockSearch.find(block, key, offset, length, maxTag);
    if (position < 0) {
      return false;
    }
    int value = DataBlock.value(block, position);
    result.buffer = block;
    result.valueOffset = value;
    result.valueLength = DataBlock.end(block, position) - value;
    result.tag = DataBlock.tag(block, position);
    result.ordinal = (long) DataBlock.firstOrdinal(block) + position;
    return true;
  }

  /**
   * The number of the only data block that {@link #get} looks into for a key, counted from 0; the
   * {@link #blockCount} if the index tells that none has it. Reads nothing.
   */
  public int blockFor(byte[] key, int offset, int length, long maxTag) {
    return index.find(key, offset, length, maxTag);
  }

  /** The number of data blocks. */
  public int blockCount() {
    return index.count();
  }

  /** Whether a data block is in memory at this moment. */
  public boolean isResident(int block) {
    return blocks.isResident(block);
  }

  /**
   * A new cursor over all entries, not positioned yet.
   *
   * @param fillCache whether blocks it reads are kept in the cache; those that are there are used
   *     in any case
   */
  public TableCursor cursor(boolean fillCache) {
    requireOpen();
    return new TableCursor(index, blocks, fillCache);
  }

  /** The resident filter. */
  public Filter filter() {
    return filter;
  }

  /** Why the stored filter cannot be used and everything is "maybe", or the empty string. */
  public String filterProblem() {
    return parts.filterProblem();
  }

  /** What the table says of itself. */
  public TableProperties properties() {
    return parts.properties();
  }

  /** The key of the first entry, empty in an empty table. Not to be written to. */
  public byte[] smallestKey() {
    return properties().smallestKey();
  }

  /** The key of the last entry, empty in an empty table. Not to be written to. */
  public byte[] largestKey() {
    return properties().largestKey();
  }

  /**
   * Reads the whole file, past the cache, and checks all of it: checksums, order, counts, the index
   * and that the filter has every key.
   *
   * @param isDead tells by ordinal which entries the filter need not have any more; a key is looked
   *     for if one of its entries is alive
   * @throws CorruptTableException at the first thing that is wrong
   */
  public void verify(LongPredicate isDead) throws IOException {
    requireOpen();
    new TableVerifier(parts, hasher, isDead).run();
  }

  /** Writes the table as text: its parts, then each block and entry, keys in hexadecimal. */
  public void dump(Appendable out) throws IOException {
    requireOpen();
    new TableDump(parts).writeTo(out);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the table is closed: " + parts.file().name());
    }
  }

  /** Closes the file and takes the table's blocks out of the cache. */
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      blocks.close();
    }
  }
}
