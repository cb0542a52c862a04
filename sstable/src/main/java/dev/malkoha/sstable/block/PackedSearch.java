package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.compression.Unpacker;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The search for an entry in a packed data block of which no more is unpacked than that takes:
 * first the slots, then what goes before the end of the entry, or the pieces that it is in.
 *
 * <p>The checksum is looked at when the block is first read, and not again. The layout is looked at
 * each time, as far as the search depends on it: should it be wrong, or the bytes have changed,
 * then what was to be found is odd, and nothing outside the arrays is read or written.
 *
 * <p>Used by one thread at a time, again and again: its arrays stay, unless a block is large.
 */
public final class PackedSearch {

  private static final byte[] NOTHING = {};

  private final BlockQuery query;
  private final @Nullable Unpacker[] unpackers = new Unpacker[Codecs.COUNT];
  private final CutBlock pieces = new CutBlock();
  private int how;
  private byte[] packed = NOTHING;
  private byte[] block = NOTHING;

  /** A search that takes what it looks for from a query, and leaves there what it finds. */
  public PackedSearch(BlockQuery query) {
    this.query = query;
  }

  /**
   * Searches the block of the query.
   *
   * @param isProved whether its checksum was found right before; else it is looked at now
   * @return false if the codec cannot unpack in part: then nothing was looked for
   * @throws CorruptTableException if the checksum is wrong
   */
  public boolean search(BlockFile file, boolean isProved) throws IOException {
    int stored = query.storedLength;
    try {
      packed = isProved ? readProved(file) : file.readStored(query, packed);
      how = packed[stored + TableFormat.TRAILER_CODEC];
      Unpacker unpacker = unpacker(how & ~TableFormat.IN_PIECES);
      if (unpacker == null) {
        return false;
      }
      block = room(block, query.rawLength + BlockFile.SLACK);
      search(unpacker, stored, query.rawLength);
      return true;
    } finally {
      forgetLarge();
    }
  }

  /** Reads what is stored of the block, but for the checksum. */
  private byte[] readProved(BlockFile file) throws IOException {
    int length = query.storedLength + TableFormat.TRAILER_CODEC + Byte.BYTES;
    byte[] stored = room(packed, length);
    file.read(query.place, stored, 0, length);
    return stored;
  }

  /** The unpacker for a codec's number, or null if it has none, or the number is unknown. */
  private @Nullable Unpacker unpacker(int id) throws IOException {
    if (!Codecs.isKnown(id)) {
      return null;
    }
    Unpacker unpacker = unpackers[id];
    if (unpacker == null) {
      unpacker = Codecs.ready(id).newUnpacker();
      unpackers[id] = unpacker;
    }
    return unpacker;
  }

  private void search(Unpacker unpacker, int stored, int rawLength) {
    try {
      unpackFront(unpacker, stored, rawLength);
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

  /** Unpacks all that stands in front of the entries. */
  private void unpackFront(Unpacker unpacker, int stored, int rawLength) throws IOException {
    if (isInPieces()) {
      pieces.start(packed, stored, block, rawLength);
    } else {
      unpacker.start(packed, 0, stored, block, 0, rawLength);
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

  private void find(Unpacker unpacker, int rawLength) throws IOException {
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
    unpack(unpacker, position, behind, rawLength);
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
      take(found, DataBlock.end(block, found, rawLength));
    }
  }

  private void take(int position, int end) {
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
    if (Math.max(block.length, packed.length) > BlockQuery.LONGEST_KEPT) {
      packed = NOTHING;
      block = NOTHING;
      pieces.leave();
      for (Unpacker unpacker : unpackers) {
        if (unpacker != null) {
          unpacker.leave();
        }
      }
    }
  }
}
