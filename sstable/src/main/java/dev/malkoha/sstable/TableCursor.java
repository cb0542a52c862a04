package dev.malkoha.sstable;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockReader;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the entries of one table, which it reads straight out of block memory. Dead entries
 * it passes over, and blocks without a live one it does not read.
 *
 * <p>It takes what {@link EntryCursor} says, and {@link IllegalStateException} when the table was
 * closed and another block of it is needed, or the cursor itself was closed.
 */
public final class TableCursor extends EntryCursor {

  private static final byte[] NO_BLOCK = {};

  private final BlockIndex index;
  private final DataBlocks blocks;
  private final boolean fillCache;

  /** The entries not to show; null if there are none. */
  private final @Nullable DeletionVector vector;

  /** The number that is added to every tag in the file. */
  private final long tagBase;

  /** Null until the cursor reads a block from the file. */
  private @Nullable BlockReader reader;

  private boolean closed;

  /** The current block and what its header says, and the number of it. */
  private byte[] block = NO_BLOCK;

  private int number = -1;
  private int count;
  private int prefixLength;
  private int minKeyLength;
  private int slots;
  private int entriesStart;
  private int tagWidth;
  private int overhead;
  private long minTag;
  private long tagMask;
  private int keyLengthMask;

  /**
   * The parts of an entry's {@link #keyPrefix}: from the block's prefix, and from the entry's head.
   */
  private long prefixHead;

  private long headMask;
  private int headShift;

  /** The current entry's position in the block; -1 when there is none. */
  private int position = -1;

  private byte[] key = new byte[64];

  /** The block that the next seek is to look into, if it was told; the count if that is none. */
  private int touched;

  TableCursor(
      BlockIndex index,
      DataBlocks blocks,
      boolean fillCache,
      @Nullable DeletionVector vector,
      long tagBase) {
    this.index = index;
    this.blocks = blocks;
    this.fillCache = fillCache;
    this.vector = vector;
    this.tagBase = tagBase;
  }

  @Override
  public void seekToFirst() throws IOException {
    requireOpen();
    leavePlace();
    if (vector != null) {
      leap(vector.nextLive(0), 0);
    } else if (index.count() > 0) {
      enter(0);
      standAt(0);
    }
  }

  @Override
  public void seekToLast() throws IOException {
    requireOpen();
    leavePlace();
    if (vector != null) {
      leapBack(vector.previousLive(vector.entries() - 1), index.count() - 1);
    } else if (index.count() > 0) {
      enter(index.count() - 1);
      standAt(count - 1);
    }
  }

  @Override
  public void seek(byte[] target, int offset, int length, long targetTag) throws IOException {
    requireOpen();
    leavePlace();
    long tagInFile = TableReader.tagInFile(targetTag, tagBase);
    int candidate = index.find(target, offset, length, tagInFile);
    if (candidate == index.count()) {
      return;
    }
    if (vector != null && skipsDead(vector, candidate)) {
      return;
    }
    enter(candidate, true);
    int found = BlockSearch.find(block, target, offset, length, tagInFile);
    int first = found < 0 ? ~found : found;
    if (vector != null) {
      takeLive(vector, first);
    } else if (first < count) {
      standAt(first);
    } else if (candidate + 1 < index.count()) {
      enter(candidate + 1);
      standAt(0);
    }
  }

  /** Reads no block that has nothing below the key but the one where the key itself would be. */
  @Override
  public void seekBefore(byte[] limit, int offset, int length) throws IOException {
    requireOpen();
    leavePlace();
    if (blocks.beginAtOrAbove(limit, offset, length)) {
      return;
    }
    long newest = TableReader.tagInFile(-1L, tagBase);
    int candidate = index.find(limit, offset, length, newest);
    if (candidate == index.count()) {
      seekToLast();
      return;
    }
    if (vector != null && skipsDeadBack(vector, candidate)) {
      return;
    }
    enter(candidate, true);
    int found = BlockSearch.find(block, limit, offset, length, newest);
    int before = (found < 0 ? ~found : found) - 1;
    if (vector != null) {
      takeLiveBack(vector, before);
    } else if (before >= 0) {
      standAt(before);
    } else if (candidate > 0) {
      enter(candidate - 1);
      standAt(count - 1);
    }
  }

  @Override
  public int touchPlace(byte[] target, int offset, int length, long targetTag) {
    touched = index.find(target, offset, length, TableReader.tagInFile(targetTag, tagBase));
    return touched == index.count() ? 0 : blocks.touchHeader(touched);
  }

  @Override
  public int touchEntries() {
    return touched == index.count() ? 0 : blocks.touchSlots(touched);
  }

  @Override
  public void next() throws IOException {
    int following = requireValid() + 1;
    if (vector != null) {
      takeLive(vector, following);
    } else if (following < count) {
      standAt(following);
    } else {
      leavePlace();
      if (number + 1 < index.count()) {
        enter(number + 1);
        standAt(0);
      }
    }
  }

  @Override
  public void prev() throws IOException {
    int preceding = requireValid() - 1;
    if (vector != null) {
      takeLiveBack(vector, preceding);
    } else if (preceding >= 0) {
      standAt(preceding);
    } else {
      leavePlace();
      if (number > 0) {
        enter(number - 1);
        standAt(count - 1);
      }
    }
  }

  /** Within the block it is told by the entries as they lie there that a key is another one. */
  @Override
  public void nextKey() throws IOException {
    int at = requireValid();
    int following = vector == null ? at + 1 : liveInBlock(vector, at + 1);
    if (following < count && !hasCurrentKey(following)) {
      standAt(following);
    } else {
      super.nextKey();
    }
  }

  /** Whether the entry at a position, another one, is of the current entry's key. */
  private boolean hasCurrentKey(int at) {
    byte[] b = block;
    int slot = slots + at * DataBlock.SLOT_LENGTH;
    if (Bytes.getLongBigEndian(b, slot) != Bytes.getLongBigEndian(key, prefixLength)) {
      return false;
    }
    int start = entriesStart + Bytes.getShort(b, slot + DataBlock.SLOT_START);
    int length = minKeyLength + (Bytes.getShort(b, start + tagWidth) & keyLengthMask);
    int beforeTail = prefixLength + Long.BYTES;
    return length == keyLength()
        && (length <= beforeTail
            || Bytes.same(b, start + overhead, key, beforeTail, length - beforeTail));
  }

  /** The position in the current block of the first live entry from one on; or the count. */
  private int liveInBlock(DeletionVector dead, int from) {
    long first = index.firstOrdinal(number);
    return (int) Math.min(count, dead.nextLive(first + from) - first);
  }

  /** Takes the first live entry from a position on, which may be the count, or of a later block. */
  private void takeLive(DeletionVector dead, int from) throws IOException {
    leavePlace();
    long first = index.firstOrdinal(number);
    long live = dead.nextLive(first + from);
    if (live < first + count) {
      standAt((int) (live - first));
    } else {
      leap(live, number + 1);
    }
  }

  /** Takes the last live entry up to a position, which may be -1, or of an earlier block. */
  private void takeLiveBack(DeletionVector dead, int from) throws IOException {
    leavePlace();
    long first = index.firstOrdinal(number);
    long live = dead.previousLive(first + from);
    if (live >= first) {
      standAt((int) (live - first));
    } else {
      leapBack(live, number - 1);
    }
  }

  /**
   * Goes to the first live entry after a block if all of the block's are dead; or tells that not.
   */
  private boolean skipsDead(DeletionVector dead, int block) throws IOException {
    long live = dead.nextLive(index.firstOrdinal(block));
    if (live < index.firstOrdinal(block + 1)) {
      return false;
    }
    leap(live, block);
    return true;
  }

  /** Goes to the last live entry before a block if all of the block's are dead; or tells not. */
  private boolean skipsDeadBack(DeletionVector dead, int block) throws IOException {
    long live = dead.previousLive(index.firstOrdinal(block + 1) - 1);
    if (live >= index.firstOrdinal(block)) {
      return false;
    }
    leapBack(live, block);
    return true;
  }

  /**
   * Takes the entry of an ordinal, if the table has it.
   *
   * @param from the first block that may hold it; those from there to the entry's are passed over
   */
  private void leap(long ordinal, int from) throws IOException {
    int target = blockAfter(ordinal, from);
    if (target > from) {
      countSkipped(target - from);
    }
    if (target < index.count()) {
      enter(target);
      standAt((int) (ordinal - index.firstOrdinal(target)));
    }
  }

  /** The block of an ordinal from a block on, most often that one; the count if there is none. */
  private int blockAfter(long ordinal, int from) {
    if (ordinal == index.firstOrdinal(index.count())) {
      return index.count();
    }
    return ordinal < index.firstOrdinal(from + 1) ? from : index.blockOf(ordinal);
  }

  /** As {@link #leap}, from a block backwards; -1 is no entry's ordinal. */
  private void leapBack(long ordinal, int from) throws IOException {
    int target = ordinal < 0 ? -1 : index.blockOf(ordinal);
    if (target < from) {
      countSkipped(from - target);
    }
    if (target >= 0) {
      enter(target);
      standAt((int) (ordinal - index.firstOrdinal(target)));
    }
  }

  /** Readers' gain is counted, not what background work passes over. */
  private void countSkipped(int deadBlocks) {
    if (fillCache) {
      blocks.countDeadSkipped(deadBlocks);
    }
  }

  private void leavePlace() {
    position = -1;
    invalidate();
  }

  private int requireValid() {
    if (position < 0) {
      throw new IllegalStateException("the cursor stands on no entry");
    }
    return position;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }

  /** Makes the block next to the current one, or at an end, the current one. */
  private void enter(int blockNumber) throws IOException {
    enter(blockNumber, false);
  }

  /** Makes a block the current one. If that fails there is none. */
  private void enter(int blockNumber, boolean sought) throws IOException {
    if (blockNumber != number) {
      number = -1;
      block = find(blockNumber, sought && fillCache);
      number = blockNumber;
      readHeader();
    }
  }

  private byte[] find(int blockNumber, boolean asUsed) throws IOException {
    byte[] resident = blocks.scan(blockNumber, asUsed);
    if (resident != null) {
      return resident;
    }
    if (reader == null) {
      reader = blocks.newReader();
    }
    return blocks.read(blockNumber, fillCache, reader);
  }

  private void readHeader() {
    byte[] b = block;
    count = DataBlock.count(b);
    prefixLength = DataBlock.prefixLength(b);
    minKeyLength = DataBlock.minKeyLength(b);
    slots = DataBlock.slots(b);
    entriesStart = DataBlock.entries(b);
    tagWidth = DataBlock.tagWidth(b);
    tagMask = DataBlock.mask(tagWidth);
    minTag = tagBase + DataBlock.minTag(b);
    int keyLengthWidth = DataBlock.keyLengthWidth(b);
    keyLengthMask = (int) DataBlock.mask(keyLengthWidth);
    overhead = tagWidth + keyLengthWidth;
    // Room for a whole head and tail, written eight bytes at a time.
    int room = Math.max(DataBlock.maxKeyLength(b), prefixLength + Long.BYTES) + Long.BYTES;
    if (key.length < room) {
      key = new byte[room + (room >> 1)];
    }
    System.arraycopy(b, DataBlock.PREFIX, key, 0, prefixLength);
    prefixHead = Bytes.head(b, DataBlock.PREFIX, prefixLength);
    headMask = prefixLength < Long.BYTES ? -1 : 0;
    headShift = prefixLength * Byte.SIZE;
  }

  /** Makes an entry of the current block the current one. */
  private void standAt(int at) {
    byte[] b = block;
    int slot = slots + at * DataBlock.SLOT_LENGTH;
    int start = entriesStart + Bytes.getShort(b, slot + DataBlock.SLOT_START);
    int nextStart = slot + DataBlock.SLOT_LENGTH + DataBlock.SLOT_START;
    int end = at + 1 < count ? entriesStart + Bytes.getShort(b, nextStart) : BlockFile.rawLength(b);
    long tag = minTag + (Bytes.getLong(b, start) & tagMask);
    int length = minKeyLength + (Bytes.getShort(b, start + tagWidth) & keyLengthMask);
    long head = Bytes.getLongBigEndian(b, slot);
    Bytes.putLongBigEndian(key, prefixLength, head);
    int value = start + overhead;
    int tailLength = length - prefixLength - Long.BYTES;
    if (tailLength > 0) {
      copyTail(b, value, tailLength);
      value += tailLength;
    }
    position = at;
    standOnKey(prefixHead | ((head & headMask) >>> headShift), key, 0, length);
    standOnEntry(tag, b, value, end - value);
  }

  private void copyTail(byte[] b, int from, int length) {
    int to = prefixLength + Long.BYTES;
    if (length <= Long.BYTES) {
      Bytes.putLong(key, to, Bytes.getLong(b, from));
    } else {
      System.arraycopy(b, from, key, to, length);
    }
  }

  /** The current entry's index in the table, from 0. */
  public long ordinal() {
    int at = requireValid();
    return index.firstOrdinal(number) + at;
  }

  /** Data blocks that this cursor has read from the file so far, not counting those in memory. */
  public long blocksRead() {
    return reader == null ? 0 : reader.blocksRead();
  }

  /** The number of the block that the current entry is in. */
  public int blockNumber() {
    return number;
  }

  /** Lets go of the current block. The cursor cannot be used any more. */
  @Override
  public void close() {
    closed = true;
    leavePlace();
    number = -1;
    block = NO_BLOCK;
  }
}
