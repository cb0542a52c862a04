package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.TableTrace.Outcome;
import dev.malkoha.sstable.TableTrace.Source;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.StoredSearch;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * An open table, or rather a view of it: the table does not change, but which of its entries are
 * dead does, and with it the filter; then there is a new view, see {@link #with}. Index and filter
 * are resident; data blocks come through the {@link BlockCache}.
 *
 * <p>Safe for use by many threads, except that {@link #close} must come after all other use; use
 * after it throws {@link IllegalStateException}. Damage met while reading throws {@link
 * CorruptTableException}; it never makes an entry look absent.
 */
public final class TableReader implements Closeable {

  /** A reference of four bytes, as in heaps below 32 GiB, and a mark. */
  private static final long BYTES_PER_BLOCK = Integer.BYTES + 1;

  /** No entry's index. */
  private static final long NONE_MET = -1;

  private final TableParts parts;
  private final BlockIndex index;
  private final Filter filter;
  private final DataBlocks blocks;
  private final KeyHasher hasher;

  /** The dead entries; null if there are none, so that a look-up need not ask. */
  private final @Nullable DeletionVector vector;

  /** The number added to every tag of the file. */
  private final long tagBase;

  private TableReader(
      TableParts parts,
      DataBlocks blocks,
      KeyHasher hasher,
      @Nullable DeletionVector vector,
      long tagBase) {
    this.parts = parts;
    this.index = parts.index();
    this.filter = parts.filter();
    this.blocks = blocks;
    this.hasher = hasher;
    this.vector = vector;
    this.tagBase = tagBase;
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
    TableParts parts = TableParts.read(file, fileId);
    DataBlocks blocks = new DataBlocks(parts, cache);
    return new TableReader(parts, blocks, hasher, null, 0);
  }

  /**
   * Another view of this table, in which other entries are dead. It has vector and filter of its
   * own, and all else in common with this view: closing either closes both.
   *
   * @param dead the entries that the view does not show, all of them
   * @param state of the table's filter that holds every key with an entry that is not dead
   * @throws IllegalArgumentException if the vector is of a table with more or fewer entries
   */
  public TableReader with(DeletionVector dead, Filter state) {
    Objects.requireNonNull(state, "filter");
    if (dead.entries() != properties().entries()) {
      throw new IllegalArgumentException(
          "the vector is of %s entries, the table has %s"
              .formatted(dead.entries(), properties().entries()));
    }
    DeletionVector shown = dead.dead() == 0 ? null : dead;
    return new TableReader(parts.with(state), blocks, hasher, shown, tagBase);
  }

  /**
   * Another view of this table, in which every tag is greater by a number than the file says: for
   * tables that were written before it was known. Closing either closes both. What a table says of
   * itself stays as it is, and so does what {@link #verify} checks.
   *
   * @param base that number, in place of one that was given before; no tag may overflow by it
   * @throws IllegalArgumentException if the file has a tag of 0, below which nothing can be sought
   */
  public TableReader withTagBase(long base) {
    if (properties().entries() > 0 && properties().smallestTag() == 0) {
      throw new IllegalArgumentException("the table has a tag of 0: nothing can be added to it");
    }
    return new TableReader(parts, blocks, hasher, vector, base);
  }

  /**
   * What the view keeps in memory as long as it is open: filter, index, a reference and a mark for
   * each block, and a bit for each entry if there are dead ones. Blocks in the cache are not
   * counted.
   */
  public long heapBytes() {
    long vectorBytes = vector == null ? 0 : (long) vector.words().length * Long.BYTES;
    return filter.sizeBytes() + index.heapBytes() + index.count() * BYTES_PER_BLOCK + vectorBytes;
  }

  /** The dead entries; null if there are none. */
  public @Nullable DeletionVector vector() {
    return vector;
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
   * Finds the newest entry of a key that is not above a tag. Reads at most one block, none if all
   * that it holds is dead, and does not ask the filter.
   *
   * <p>If that entry is dead, nothing is found, whatever is after it: an entry dies together with
   * all older ones of its key.
   *
   * @param maxTag the largest tag to find, unsigned; -1 finds any
   * @param result receives the entry if there is one, dead or alive
   * @return whether there is one, and it is alive
   */
  public boolean get(byte[] key, int offset, int length, long maxTag, Lookup result)
      throws IOException {
    long tagInFile = tagInFile(maxTag);
    int number = liveBlock(key, offset, length, maxTag);
    if (number < 0) {
      return false;
    }
    byte[] block = blocks.resident(number);
    if (block == null) {
      StoredSearch search = result.search;
      search.of(key, offset, length, tagInFile);
      if (blocks.searchStored(number, search)) {
        return search.isFound() && answer(search, result);
      }
      block = blocks.bring(number);
    }
    int position = BlockSearch.find(block, key, offset, length, tagInFile);
    return position >= 0 && answer(block, position, result);
  }

  boolean isLive(long ordinal) {
    return vector == null || !vector.isDead(ordinal);
  }

  private boolean answer(StoredSearch found, Lookup result) {
    result.buffer = found.value();
    result.valueOffset = 0;
    result.valueLength = found.valueLength();
    result.tag = tagBase + found.tag();
    result.ordinal = found.ordinal();
    return isLive(result.ordinal);
  }

  private boolean answer(byte[] block, int position, Lookup result) {
    int value = DataBlock.value(block, position);
    result.buffer = block;
    result.valueOffset = value;
    result.valueLength = DataBlock.end(block, position) - value;
    result.tag = tagBase + DataBlock.tag(block, position);
    result.ordinal = (long) DataBlock.firstOrdinal(block) + position;
    return isLive(result.ordinal);
  }

  /** The number added to every tag of the file. */
  public long tagBase() {
    return tagBase;
  }

  /** The tag to look for in the file. */
  long tagInFile(long tag) {
    return tagInFile(tag, tagBase);
  }

  /** The tag to look for in a file whose tags are all above 0 and lack a base. */
  static long tagInFile(long tag, long base) {
    return Long.compareUnsigned(tag, base) < 0 ? 0 : tag - base;
  }

  /**
   * The number of the only block that can hold the newest entry of a key that is not above a tag;
   * -1 if there is none, or nothing in it is alive.
   */
  int liveBlock(byte[] key, int offset, int length, long maxTag) {
    blocks.requireOpen();
    int number = index.find(key, offset, length, tagInFile(maxTag));
    return number == index.count() || (vector != null && isSkipped(vector, number)) ? -1 : number;
  }

  /** Whether nothing in a block is alive, so that it need not be read; if so, this is counted. */
  private boolean isSkipped(DeletionVector dead, int block) {
    if (!isDead(dead, block)) {
      return false;
    }
    blocks.countDeadSkipped(1);
    return true;
  }

  private boolean isDead(DeletionVector dead, int block) {
    return dead.nextLive(index.firstOrdinal(block)) >= index.firstOrdinal(block + 1);
  }

  /** Does what {@link #get} does, by it, and tells how it went. */
  public TableTrace trace(byte[] key, int offset, int length, long maxTag) throws IOException {
    Lookup met = new Lookup();
    met.ordinal = NONE_MET;
    int number = blockNumber(key, offset, length, maxTag);
    boolean noBlock = number == index.count();
    Source source = noBlock ? Source.FILE : blocks.source(number);
    boolean found = get(key, offset, length, maxTag, met);
    Outcome outcome;
    if (noBlock) {
      outcome = Outcome.NO_BLOCK;
    } else if (met.ordinal != NONE_MET) {
      outcome = found ? Outcome.FOUND : Outcome.DEAD_ENTRY;
    } else {
      outcome = vector != null && isDead(vector, number) ? Outcome.DEAD_BLOCK : Outcome.NO_ENTRY;
    }
    boolean asked = vector != null && outcome != Outcome.NO_BLOCK && outcome != Outcome.NO_ENTRY;
    return new TableTrace(
        outcome, number, index.count(), source, asked ? 1 : 0, met.tag, met.takeValue());
  }

  /**
   * A new cursor over all entries that are alive, not positioned yet.
   *
   * @param fillCache whether blocks it reads are kept in the cache, and dead blocks it passes over
   *     are counted, as for readers; blocks that are in the cache are used in any case
   */
  public TableCursor cursor(boolean fillCache) {
    blocks.requireOpen();
    return newCursor(fillCache, vector);
  }

  /**
   * A new cursor over all entries, the dead ones too, not positioned yet.
   *
   * @param fillCache as for {@link #cursor}
   */
  public TableCursor cursorOverAll(boolean fillCache) {
    blocks.requireOpen();
    return newCursor(fillCache, null);
  }

  private TableCursor newCursor(boolean fillCache, @Nullable DeletionVector dead) {
    return new TableCursor(index, blocks, fillCache, dead, tagBase);
  }

  /**
   * The number of the only block that can hold the newest entry of a key that is not above a tag,
   * from the index alone; the number of blocks if all entries are before it.
   */
  public int blockNumber(byte[] key, int offset, int length, long maxTag) {
    return index.find(key, offset, length, tagInFile(maxTag, tagBase));
  }

  /**
   * About how many entries that are alive have keys from one (inclusive) to another (exclusive;
   * null for all after the first): from the index alone, so that it is off by less than the entries
   * of a block at either end, and exact where the table ends before.
   */
  public long estimateLive(byte[] from, byte @Nullable [] to) {
    long first = estimateOrdinal(from);
    long behind = to == null ? properties().entries() : estimateOrdinal(to);
    if (first >= behind) {
      return 0;
    }
    return behind - first - (vector == null ? 0 : dead(vector, first, behind));
  }

  /** About which share of the table's entries, dead or alive, have keys of a range, from 0 to 1. */
  public double estimateShare(byte[] from, byte @Nullable [] to) {
    long entries = properties().entries();
    long within = (to == null ? entries : estimateOrdinal(to)) - estimateOrdinal(from);
    return entries == 0 ? 0 : Math.max(0, (double) within / entries);
  }

  private static long dead(DeletionVector vector, long first, long behind) {
    boolean isWhole = first == 0 && behind == vector.entries();
    return isWhole ? vector.dead() : vector.dead(first, behind);
  }

  /** About which entry is the first at or above a key. */
  private long estimateOrdinal(byte[] key) {
    if (Arrays.compareUnsigned(key, smallestKey()) <= 0) {
      return 0;
    }
    boolean isBehindAll = Arrays.compareUnsigned(key, largestKey()) > 0;
    return isBehindAll ? properties().entries() : index.estimateOrdinal(key);
  }

  /** The resident filter. */
  public Filter filter() {
    return filter;
  }

  /** Why the stored filter cannot be used and everything is "maybe", or the empty string. */
  public String filterProblem() {
    return parts.filterProblem();
  }

  /** The table's properties. */
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
   * and that the filter has every key with an entry that is alive; and, if keys can be taken out of
   * it, that it counts no others.
   *
   * @throws CorruptTableException at the first thing that is wrong
   */
  public void verify() throws IOException {
    blocks.requireOpen();
    new TableVerifier(parts, hasher, vector).run();
  }

  /** The parts of the table that are in memory, with the state of the filter. */
  public TableParts parts() {
    return parts;
  }

  BlockIndex index() {
    return index;
  }

  DataBlocks blocks() {
    return blocks;
  }

  /** Closes the file and takes the table's blocks out of the cache: of all views of the table. */
  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
