package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.compression.Unpacker;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The search for an entry in a packed data block that is unpacked no further than the entry goes:
 * first the slots, then the entry.
 *
 * <p>The block was proved when it was first read, and its checksum is not looked at again. Should
 * the bytes have changed since, nothing outside the arrays is read or written.
 *
 * <p>Used by one thread at a time, again and again: its arrays stay, unless a block is large.
 */
public final class PackedSearch {

  private static final byte[] NOTHING = {};

  private final BlockQuery query;
  private final @Nullable Unpacker[] unpackers = new Unpacker[Codecs.COUNT];
  private final byte[] codec = new byte[1];
  private byte[] packed = NOTHING;
  private byte[] block = NOTHING;

  /** A search that takes what it looks for from a query, and leaves there what it finds. */
  public PackedSearch(BlockQuery query) {
    this.query = query;
  }

  /**
   * Searches the block of the query.
   *
   * @return false if the codec cannot unpack in part, and nothing was done
   */
  public boolean search(BlockFile file) throws IOException {
    int stored = query.storedLength;
    int raw = query.rawLength;
    file.read(query.place + stored + TableFormat.TRAILER_CODEC, codec, 0, 1);
    Unpacker unpacker = unpacker(codec[0]);
    if (unpacker == null) {
      return false;
    }
    try {
      packed = room(packed, stored);
      file.read(query.place, packed, 0, stored);
      block = room(block, raw + BlockFile.SLACK);
      search(unpacker, stored, raw);
    } finally {
      forgetLarge();
    }
    return true;
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
      unpacker.start(packed, 0, stored, block, rawLength);
      unpacker.upTo(DataBlock.PREFIX);
      if (!query.isBlock(DataBlock.count(block), DataBlock.firstOrdinal(block))) {
        query.beOdd();
        return;
      }
      int entries = DataBlock.entries(block);
      unpacker.upTo(entries);
      find(unpacker, rawLength);
    } catch (IOException | IndexOutOfBoundsException e) { // who reads it whole finds out more
      query.beOdd();
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
    int count = DataBlock.count(block);
    int position = BlockSearch.lowerBound(block, head);
    if (position == count || DataBlock.head(block, position) != head) {
      return;
    }
    boolean isOnly = position + 1 == count || DataBlock.head(block, position + 1) != head;
    unpacker.upTo(isOnly ? end(position, rawLength) : rawLength);
    int found =
        BlockSearch.amongEqualHeads(
            block, position, key, query.keyOffset, query.keyLength, query.tag);
    if (found >= 0) {
      take(found, end(found, rawLength));
    }
  }

  private int end(int position, int rawLength) {
    return position + 1 < DataBlock.count(block) ? DataBlock.start(block, position + 1) : rawLength;
  }

  private void take(int position, int end) {
    int from = DataBlock.value(block, position);
    int length = end - from;
    if (length < 0 || end > query.rawLength) {
      query.beOdd();
      return;
    }
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
      for (Unpacker unpacker : unpackers) {
        if (unpacker != null) {
          unpacker.leave();
        }
      }
    }
  }
}
