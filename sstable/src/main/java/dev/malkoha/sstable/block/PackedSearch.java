package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.compression.Codec;
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
    BlockHandle handle = query.handle;
    int stored = handle.storedLength();
    packed = room(packed, stored + TableFormat.TRAILER_LENGTH);
    file.read(handle.offset(), packed, 0, stored + TableFormat.TRAILER_LENGTH);
    Unpacker unpacker = unpacker(packed[stored + TableFormat.TRAILER_CODEC]);
    if (unpacker == null) {
      return false;
    }
    block = room(block, handle.rawLength() + BlockFile.SLACK);
    search(unpacker, stored, handle.rawLength());
    forgetLarge();
    return true;
  }

  /** The unpacker for a codec's number, or null if it has none, or the number is unknown. */
  private @Nullable Unpacker unpacker(int id) throws IOException {
    if (!Codecs.isKnown(id)) {
      return null;
    }
    Unpacker unpacker = unpackers[id];
    if (unpacker == null) {
      Codec codec = Codecs.ready(id);
      unpacker = codec.newUnpacker();
      unpackers[id] = unpacker;
    }
    return unpacker;
  }

  private void search(Unpacker unpacker, int stored, int rawLength) {
    try {
      unpacker.start(packed, 0, stored, block, rawLength);
      unpacker.upTo(DataBlock.PREFIX);
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
    if (query.length < prefixLength
        || !Bytes.same(block, DataBlock.PREFIX, key, query.offset, prefixLength)) {
      return;
    }
    long head = Bytes.head(key, query.offset + prefixLength, query.length - prefixLength);
    int count = DataBlock.count(block);
    int position = BlockSearch.lowerBound(block, head);
    if (position == count || DataBlock.head(block, position) != head) {
      return;
    }
    boolean isOnly = position + 1 == count || DataBlock.head(block, position + 1) != head;
    unpacker.upTo(isOnly ? end(position, rawLength) : rawLength);
    int found =
        BlockSearch.amongEqualHeads(block, position, key, query.offset, query.length, query.tag);
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
    if (length < 0) {
      query.beOdd();
      return;
    }
    long ordinal = (long) DataBlock.firstOrdinal(block) + position;
    byte[] value = query.found(position, DataBlock.tag(block, position), ordinal, length);
    System.arraycopy(block, from, value, 0, length);
  }

  private static byte[] room(byte[] array, int length) {
    return array.length >= length ? array : new byte[length + length / 4];
  }

  private void forgetLarge() {
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
