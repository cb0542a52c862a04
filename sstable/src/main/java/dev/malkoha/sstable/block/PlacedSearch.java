package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.storage.InPlaceRead;
import java.lang.foreign.MemorySegment;

/**
 * The search for an entry in a plain data block where it lies in its file: what {@link BlockSearch}
 * does in an array, and then a copy of the value alone.
 *
 * <p>The block was proved when it was first read. Should the bytes have changed since, nothing
 * outside the file is read.
 *
 * <p>Used by one thread at a time, again and again.
 */
public final class PlacedSearch implements InPlaceRead {

  private final BlockQuery query;
  private final PlacedBlock block = new PlacedBlock();

  /** A search that takes what it looks for from a query, and leaves there what it finds. */
  public PlacedSearch(BlockQuery query) {
    this.query = query;
  }

  @Override
  public void read(MemorySegment memory) {
    try {
      boolean isSound = block.enter(memory, query.place, query.rawLength);
      if (isSound && query.isBlock(block.count(), block.firstOrdinal())) {
        find(query.key, query.keyOffset, query.keyLength);
      } else {
        query.beOdd();
      }
    } catch (IndexOutOfBoundsException e) { // something leads out of the file
      query.beOdd();
    } finally {
      block.leave();
    }
  }

  private void find(byte[] key, int offset, int length) {
    int prefixLength = block.prefixLength();
    if (length < prefixLength || !block.hasPrefix(key, offset)) {
      return;
    }
    long head = Bytes.head(key, offset + prefixLength, length - prefixLength);
    int low = block.lowerBound(head);
    if (low == block.count() || block.head(low) != head) {
      return;
    }
    if (isKey(low)) {
      if (Long.compareUnsigned(block.tag(block.start(low)), query.tag) <= 0) {
        take(low);
        return;
      }
    } else if (compare(low) > 0) {
      return;
    }
    int found = amongEqualHeads(low + 1, head);
    if (found < block.count() && block.head(found) == head && isKey(found)) {
      take(found);
    }
  }

  /** The first entry from one on that is not before what is wanted, or has another head. */
  private int amongEqualHeads(int from, long head) {
    int low = from;
    int high = block.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (block.head(middle) == head && compare(middle) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Compares an entry with what is wanted, whose prefix and head are known to be the entry's. */
  private int compare(int entry) {
    long start = block.start(entry);
    int itsLength = block.keyLength(start);
    int beforeTail = block.prefixLength() + Long.BYTES;
    int length = query.keyLength;
    int byKey =
        Math.min(itsLength, length) <= beforeTail
            ? Integer.compare(itsLength, length)
            : block.compareTail(
                start,
                itsLength - beforeTail,
                query.key,
                query.keyOffset + beforeTail,
                length - beforeTail);
    return byKey != 0 ? byKey : Long.compareUnsigned(query.tag, block.tag(start));
  }

  /** Whether an entry is of the key, whose prefix and head are known to be the entry's. */
  private boolean isKey(int entry) {
    long start = block.start(entry);
    int beforeTail = block.prefixLength() + Long.BYTES;
    return block.keyLength(start) == query.keyLength
        && block.hasTail(
            start, block.tailLength(query.keyLength), query.key, query.keyOffset + beforeTail);
  }

  /** Copies the value of an entry that is of the key. */
  private void take(int entry) {
    long start = block.start(entry);
    int tailLength = block.tailLength(query.keyLength);
    long size = block.valueLength(entry, tailLength);
    if (size < 0 || !block.endsInside(entry)) {
      query.beOdd();
      return;
    }
    byte[] value = query.found(entry, block.tag(start), (int) size);
    block.copyValue(start, tailLength, value, (int) size);
  }
}
