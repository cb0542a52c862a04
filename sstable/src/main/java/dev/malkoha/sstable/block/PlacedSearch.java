package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.storage.InPlaceRead;
import java.lang.foreign.MemorySegment;

/**
 * The search for an entry in a plain data block where it lies in its file: what {@link BlockSearch}
 * does in an array, and then a copy of the value alone.
 *
 * <p>The block was proved when it was first read. Should the bytes have changed since, nothing
 * outside the file is read, and the search may say that something is {@linkplain #isOdd odd};
 * whoever asked then reads the block by a copy, which is proved again.
 *
 * <p>Used by one thread at a time, again and again; the array that values go to is used again where
 * it is long enough.
 */
public final class PlacedSearch implements InPlaceRead {

  private static final byte[] NOTHING = {};
  private static final int ABSENT = -1;
  private static final int ODD = -2;

  private byte[] key = NOTHING;
  private int offset;
  private int length;
  private long wantedTag;
  private long place;
  private int rawLength;

  private final PlacedBlock block = new PlacedBlock();
  private int position = ABSENT;
  private long tag;
  private long ordinal;
  private byte[] value = NOTHING;
  private int valueLength;

  /** Says what to look for, and in which block. Nothing is found yet. */
  public void prepare(
      BlockHandle block, byte[] soughtKey, int keyOffset, int keyLength, long soughtTag) {
    key = soughtKey;
    offset = keyOffset;
    length = keyLength;
    wantedTag = soughtTag;
    place = block.offset();
    rawLength = block.rawLength();
    position = ABSENT;
  }

  /** Whether the newest entry of the key that is not above the tag was found. */
  public boolean isFound() {
    return position >= 0;
  }

  /** Whether the block is not laid out as it was when it was proved. */
  public boolean isOdd() {
    return position == ODD;
  }

  /** Where the entry that was found stands in its table. */
  public long ordinal() {
    return ordinal;
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

  @Override
  public void read(MemorySegment memory) {
    try {
      position = block.enter(memory, place, rawLength) ? find() : ODD;
    } catch (IndexOutOfBoundsException e) { // something leads out of the file
      position = ODD;
    } finally {
      block.leave();
    }
  }

  private int find() {
    int prefixLength = block.prefixLength();
    if (length < prefixLength || !block.hasPrefix(key, offset)) {
      return ABSENT;
    }
    long head = Bytes.head(key, offset + prefixLength, length - prefixLength);
    int low = block.lowerBound(head);
    if (low == block.count() || block.head(low) != head) {
      return ABSENT;
    }
    if (isKey(low)) {
      if (Long.compareUnsigned(block.tag(block.start(low)), wantedTag) <= 0) {
        return take(low);
      }
    } else if (compare(low) > 0) {
      return ABSENT;
    }
    int found = amongEqualHeads(low + 1, head);
    boolean isPresent = found < block.count() && block.head(found) == head && isKey(found);
    return isPresent ? take(found) : ABSENT;
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
    int byKey =
        Math.min(itsLength, length) <= beforeTail
            ? Integer.compare(itsLength, length)
            : block.compareTail(
                start, itsLength - beforeTail, key, offset + beforeTail, length - beforeTail);
    return byKey != 0 ? byKey : Long.compareUnsigned(wantedTag, block.tag(start));
  }

  /** Whether an entry is of the key, whose prefix and head are known to be the entry's. */
  private boolean isKey(int entry) {
    long start = block.start(entry);
    int beforeTail = block.prefixLength() + Long.BYTES;
    return block.keyLength(start) == length
        && block.hasTail(start, block.tailLength(length), key, offset + beforeTail);
  }

  /** Copies the value of an entry that is of the key. */
  private int take(int entry) {
    long start = block.start(entry);
    int tailLength = block.tailLength(length);
    long size = block.valueLength(entry, tailLength);
    if (size < 0 || size > rawLength) {
      return ODD;
    }
    tag = block.tag(start);
    ordinal = (long) block.firstOrdinal() + entry;
    valueLength = (int) size;
    if (value.length < valueLength) {
      value = new byte[valueLength];
    }
    block.copyValue(start, tailLength, value, valueLength);
    return entry;
  }
}
