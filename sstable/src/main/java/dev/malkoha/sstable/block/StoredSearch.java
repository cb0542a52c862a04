package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.compression.Unpacker;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The search for an entry in a data block as it is stored in its file. The block is copied, and its
 * checksum verified, each time; of a packed one no more is unpacked than the search takes: first
 * the slots, then what goes before the end of the entry, or the pieces that it is in.
 *
 * <p>The layout is checked as far as the search depends on it: where it is wrong, what was to be
 * found is odd, and nothing outside the arrays is read or written. What is found has its value in
 * an array of its own.
 *
 * <p>Used by one thread at a time, again and again: its arrays stay, unless a block is large.
 */
public final class StoredSearch {

  private static final byte[] NOTHING = {};

  /** Arrays above this length, in bytes, are not kept. */
  static final int LONGEST_KEPT = 128 << 10;

  private static final int ABSENT = -1;
  private static final int ODD = -2;

  /** What to look for: a key, and the largest tag to find, unsigned, as the file has it. */
  private byte[] key = NOTHING;

  private int keyOffset;
  private int keyLength;
  private long maxTag;

  /** Where to look: the block, its entries by the table's index, and the first one's ordinal. */
  private long offset;

  private int storedLength;
  private int rawLength;
  private int count;
  private long firstOrdinal;

  /** The entry that was found, its tag and its value. */
  private int found = ABSENT;

  private long tag;
  private byte[] value = NOTHING;
  private int valueLength;

  private final @Nullable Unpacker[] unpackers = new Unpacker[Codecs.COUNT];
  private final CutBlock pieces = new CutBlock();
  private int how;
  private byte[] stored = NOTHING;
  private byte[] unpacked = NOTHING;

  /** The array that is searched: one of these. */
  private byte[] block = NOTHING;

  /** Says what to look for. */
  public void of(byte[] sought, int from, int itsLength, long largestTag) {
    key = sought;
    keyOffset = from;
    keyLength = itsLength;
    maxTag = largestTag;
  }

  /**
   * Says which block to look into. Nothing is found yet.
   *
   * @param entryCount how many entries the block has, by the table's index
   * @param ordinalOfFirst where the first one stands in the table
   */
  public void in(BlockHandle handle, int entryCount, long ordinalOfFirst) {
    offset = handle.offset();
    storedLength = handle.storedLength();
    rawLength = handle.rawLength();
    count = entryCount;
    firstOrdinal = ordinalOfFirst;
    found = ABSENT;
  }

  /**
   * Searches the block.
   *
   * @return false if the codec cannot unpack in part: then nothing was looked for
   * @throws CorruptTableException if the checksum is wrong
   */
  public boolean search(BlockFile file) throws IOException {
    try {
      stored = file.readStored(new BlockHandle(offset, storedLength, rawLength), stored);
      how = stored[storedLength + TableFormat.TRAILER_CODEC];
      Unpacker unpacker = how == Codecs.NONE ? null : unpacker();
      if (how == Codecs.NONE) {
        block = stored;
      } else if (unpacker != null) {
        unpacked = room(unpacked, rawLength + BlockFile.SLACK);
        block = unpacked;
      } else {
        return false;
      }
      searchBlock(unpacker);
      return true;
    } finally {
      forgetLarge();
    }
  }

  /** The unpacker for the block, or null if its codec has none. */
  private @Nullable Unpacker unpacker() throws IOException {
    int id = how & ~TableFormat.IN_PIECES;
    Unpacker unpacker = unpackers[id];
    if (unpacker == null) {
      unpacker = Codecs.ready(id).newUnpacker();
      unpackers[id] = unpacker;
    }
    return unpacker;
  }

  /**
   * Searches the block.
   *
   * @param unpacker of a packed block; of a plain one null
   */
  private void searchBlock(@Nullable Unpacker unpacker) {
    try {
      if (unpacker != null) {
        unpackFront(unpacker);
      }
      if (DataBlock.count(block) == count
          && DataBlock.firstOrdinal(block) == firstOrdinal
          && DataBlock.hasSoundHeader(block, rawLength)) {
        find(unpacker);
      } else {
        found = ODD;
      }
    } catch (IOException | IndexOutOfBoundsException e) { // who reads it whole finds out more
      found = ODD;
    }
  }

  private boolean isInPieces() {
    return (how & TableFormat.IN_PIECES) != 0;
  }

  /** Unpacks all that stands before the entries. */
  private void unpackFront(Unpacker unpacker) throws IOException {
    if (isInPieces()) {
      pieces.start(stored, storedLength, block, rawLength);
    } else {
      unpacker.start(stored, 0, storedLength, block, 0, rawLength);
      unpacker.upTo(DataBlock.PREFIX);
      unpacker.upTo(DataBlock.entries(block));
    }
  }

  /** Unpacks some entries at least. */
  private void unpack(Unpacker unpacker, int first, int behind) throws IOException {
    if (isInPieces()) {
      pieces.unpack(first, behind, unpacker);
    } else {
      unpacker.upTo(DataBlock.end(block, behind - 1, rawLength));
    }
  }

  private void find(@Nullable Unpacker unpacker) throws IOException {
    int prefixLength = DataBlock.prefixLength(block);
    if (keyLength < prefixLength
        || !Bytes.same(block, DataBlock.PREFIX, key, keyOffset, prefixLength)) {
      return;
    }
    long head = Bytes.head(key, keyOffset + prefixLength, keyLength - prefixLength);
    int position = BlockSearch.lowerBound(block, head);
    int behind = BlockSearch.behindEqualHeads(block, position, head);
    if (position == behind) {
      return;
    }
    if (unpacker != null) {
      unpack(unpacker, position, behind);
    }
    // What else is in the array is of blocks before this one.
    if (DataBlock.areSound(block, position, behind, rawLength)) {
      findAmong(position, behind);
    } else {
      found = ODD;
    }
  }

  /** Finds the entry among those with the head of the key: no others are unpacked for certain. */
  private void findAmong(int position, int behind) {
    int at =
        BlockSearch.amongEqualHeads(block, position, behind, key, keyOffset, keyLength, maxTag);
    if (at >= 0) {
      int from = DataBlock.value(block, at);
      int length = DataBlock.end(block, at, rawLength) - from;
      value = value.length < length ? new byte[length] : value;
      System.arraycopy(block, from, value, 0, length);
      valueLength = length;
      tag = DataBlock.tag(block, at);
      found = at;
    }
  }

  /** An array of some length at least: this one, or one with room for a little more. */
  static byte[] room(byte[] array, int length) {
    boolean isKept = length < LONGEST_KEPT;
    return array.length >= length ? array : new byte[isKept ? length + length / 4 : length];
  }

  /** Whether the newest entry of the key that is not above the tag was found. */
  public boolean isFound() {
    return found >= 0;
  }

  /**
   * Whether the block is not laid out as it was when it was proved. Who asked then reads it whole,
   * and it is proved again.
   */
  public boolean isOdd() {
    return found == ODD;
  }

  /** Where the entry that was found stands in its table. */
  public long ordinal() {
    return firstOrdinal + found;
  }

  /** The tag of the entry that was found, as the file has it. */
  public long tag() {
    return tag;
  }

  /** The array that begins with the value of the entry that was found, until the next search. */
  public byte[] value() {
    return value;
  }

  public int valueLength() {
    return valueLength;
  }

  /** As {@link #value}, but no later search writes to it. */
  public byte[] takeValue() {
    byte[] taken = value;
    value = NOTHING;
    return taken;
  }

  /** Lets go of the key, and of arrays that are long. */
  public void clear() {
    key = NOTHING;
    value = value.length > LONGEST_KEPT ? NOTHING : value;
    forgetLarge();
  }

  /** Lets go of arrays that only a large block needs. */
  private void forgetLarge() {
    block = NOTHING;
    if (Math.max(unpacked.length, stored.length) > LONGEST_KEPT) {
      stored = NOTHING;
      unpacked = NOTHING;
      pieces.clear();
      for (Unpacker unpacker : unpackers) {
        if (unpacker != null) {
          unpacker.clear();
        }
      }
    }
  }
}
