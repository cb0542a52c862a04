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
 * found is odd, and nothing outside the arrays is read or written.
 *
 * <p>Used by one thread at a time, again and again: its arrays stay, unless a block is large.
 */
public final class StoredSearch {

  private static final byte[] NOTHING = {};

  private final BlockQuery query;
  private final @Nullable Unpacker[] unpackers = new Unpacker[Codecs.COUNT];
  private final CutBlock pieces = new CutBlock();
  private int how;
  private byte[] stored = NOTHING;
  private byte[] unpacked = NOTHING;

  /** The array that is searched: one of these. */
  private byte[] block = NOTHING;

  /** A search that takes what it looks for from a query, and leaves there what it finds. */
  public StoredSearch(BlockQuery query) {
    this.query = query;
  }

  /**
   * Searches the block of the query.
   *
   * @return false if the codec cannot unpack in part: then nothing was looked for
   * @throws CorruptTableException if the checksum is wrong
   */
  public boolean search(BlockFile file) throws IOException {
    try {
      stored = file.readStored(query, stored);
      how = stored[query.storedLength + TableFormat.TRAILER_CODEC];
      return how == Codecs.NONE ? searchPlain() : searchPacked(unpacker());
    } finally {
      forgetLarge();
    }
  }

  private boolean searchPlain() {
    block = stored;
    searchBlock(null);
    return true;
  }

  private boolean searchPacked(@Nullable Unpacker unpacker) {
    if (unpacker == null) {
      return false;
    }
    unpacked = room(unpacked, query.rawLength + BlockFile.SLACK);
    block = unpacked;
    searchBlock(unpacker);
    return true;
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
    int rawLength = query.rawLength;
    try {
      if (unpacker != null) {
        unpackFront(unpacker, rawLength);
      }
      if (query.isBlock(DataBlock.count(block), DataBlock.firstOrdinal(block))
          && DataBlock.hasSoundHeader(block, rawLength)) {
        find(unpacker, rawLength);
      } else {
        query.beOdd();
      }
    } catch (IOException | IndexOutOfBoundsException e) { // who reads it whole finds out more
      query.beOdd();
    }
  }

  private boolean isInPieces() {
    return (how & TableFormat.IN_PIECES) != 0;
  }

  /** Unpacks all that stands before the entries. */
  private void unpackFront(Unpacker unpacker, int rawLength) throws IOException {
    int length = query.storedLength;
    if (isInPieces()) {
      pieces.start(stored, length, block, rawLength);
    } else {
      unpacker.start(stored, 0, length, block, 0, rawLength);
      unpacker.upTo(DataBlock.PREFIX);
      unpacker.upTo(DataBlock.entries(block));
    }
  }

  /** Unpacks some entries at least. */
  private void unpack(Unpacker unpacker, int first, int behind, int rawLength) throws IOException {
    if (isInPieces()) {
      pieces.unpack(first, behind, unpacker);
    } else {
      unpacker.upTo(DataBlock.end(block, behind - 1, rawLength));
    }
  }

  private void find(@Nullable Unpacker unpacker, int rawLength) throws IOException {
    int prefixLength = DataBlock.prefixLength(block);
    byte[] key = query.key;
    if (query.keyLength < prefixLength
        || !Bytes.same(block, DataBlock.PREFIX, key, query.keyOffset, prefixLength)) {
      return;
    }
    long head = Bytes.head(key, query.keyOffset + prefixLength, query.keyLength - prefixLength);
    int position = BlockSearch.lowerBound(block, head);
    int behind = BlockSearch.behindEqualHeads(block, position, head);
    if (position == behind) {
      return;
    }
    if (unpacker != null) {
      unpack(unpacker, position, behind, rawLength);
    }
    // What else is in the array is of blocks before this one.
    if (DataBlock.areSound(block, position, behind, rawLength)) {
      findAmong(position, behind, rawLength);
    } else {
      query.beOdd();
    }
  }

  /** Finds the entry among those with the head of the key: no others are unpacked for certain. */
  private void findAmong(int position, int behind, int rawLength) {
    int found =
        BlockSearch.amongEqualHeads(
            block, position, behind, query.key, query.keyOffset, query.keyLength, query.tag);
    if (found >= 0) {
      setFound(found, DataBlock.end(block, found, rawLength));
    }
  }

  private void setFound(int position, int end) {
    int from = DataBlock.value(block, position);
    int length = end - from;
    byte[] value = query.found(position, DataBlock.tag(block, position), length);
    System.arraycopy(block, from, value, 0, length);
  }

  /** An array of some length at least: this one, or one with room for a little more. */
  static byte[] room(byte[] array, int length) {
    boolean isKept = length < BlockQuery.LONGEST_KEPT;
    return array.length >= length ? array : new byte[isKept ? length + length / 4 : length];
  }

  /** Lets go of arrays that only a large block needs. */
  public void forgetLarge() {
    block = NOTHING;
    if (Math.max(unpacked.length, stored.length) > BlockQuery.LONGEST_KEPT) {
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
