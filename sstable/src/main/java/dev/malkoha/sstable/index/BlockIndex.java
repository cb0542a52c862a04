package dev.malkoha.sstable.index;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.TableFormat;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The resident index of a table: which data block may hold a key, and where it lies.
 *
 * <p>What all separators share is stripped, and the next eight bytes of each stand in one array of
 * numbers; the binary search reads nothing else until two heads are equal.
 */
public final class BlockIndex {

  private final int count;

  /** The common prefix of all separators. */
  private final byte[] prefix;

  /** The eight bytes of each separator after the prefix. */
  private final SortedHeads heads;

  /** The separators without the prefix, one after the other. */
  private final byte[] separators;

  private final int[] separatorEnds;

  /** Separators' tags; null when no key goes on from one block to the next. */
  private final long @Nullable [] tags;

  /** Where each block lies in the file, and after the last one. */
  private final long[] offsets;

  private final int[] rawLengths;

  /** The ordinal of each block's first entry, and after the last one, the number of entries. */
  private final int[] ordinals;

  BlockIndex(
      byte[] prefix,
      byte[] separators,
      int[] separatorEnds,
      long @Nullable [] tags,
      long[] offsets,
      int[] rawLengths,
      int[] ordinals) {
    this.count = rawLengths.length;
    this.prefix = prefix;
    this.separators = separators;
    this.separatorEnds = separatorEnds;
    this.tags = tags;
    this.offsets = offsets;
    this.rawLengths = rawLengths;
    this.ordinals = ordinals;
    long[] separatorHeads = new long[count];
    for (int i = 0; i < count; i++) {
      separatorHeads[i] = Bytes.head(separators, start(i), separatorEnds[i] - start(i));
    }
    this.heads = new SortedHeads(separatorHeads);
  }

  /** The number of data blocks. */
  public int count() {
    return count;
  }

  /** Its size in memory: the lengths of its arrays. */
  public long heapBytes() {
    long longs = offsets.length + (tags == null ? 0L : tags.length);
    long ints = (long) separatorEnds.length + rawLengths.length + ordinals.length;
    return prefix.length
        + separators.length
        + longs * Long.BYTES
        + ints * Integer.BYTES
        + heads.heapBytes();
  }

  public int entries(int block) {
    return ordinals[block + 1] - ordinals[block];
  }

  public long firstOrdinal(int block) {
    return ordinals[block];
  }

  /** The block that holds the entry of an ordinal, which must be below the number of entries. */
  public int blockOf(long ordinal) {
    int found = Arrays.binarySearch(ordinals, 0, count, (int) ordinal);
    return found < 0 ? ~found - 1 : found;
  }

  public BlockHandle handle(int block) {
    return new BlockHandle(offsets[block], storedLength(block), rawLengths[block]);
  }

  /** Bytes of a block when it is unpacked. */
  public int rawLength(int block) {
    return rawLengths[block];
  }

  /** Bytes of a block in the file, without the trailer: those of a plain one as it is. */
  public int storedLength(int block) {
    return (int) (offsets[block + 1] - offsets[block] - TableFormat.TRAILER_LENGTH);
  }

  /** The separator after a block, whole. */
  public byte[] separator(int block) {
    int length = separatorEnds[block] - start(block);
    byte[] key = Arrays.copyOf(prefix, prefix.length + length);
    System.arraycopy(separators, start(block), key, prefix.length, length);
    return key;
  }

  /** The separator's tag: 0, the last one in order, unless its key goes on in the next block. */
  public long separatorTag(int block) {
    return tags == null ? 0 : tags[block];
  }

  /** Where the last data block, with its trailer, ends. */
  public long dataEnd() {
    return offsets[count];
  }

  /** Compares the separator of a block with (key, tag). */
  public int compareSeparator(int block, byte[] key, int offset, int length, long tag) {
    int order = comparePrefix(key, offset, length);
    return order != 0 ? order : compareRest(block, key, offset, length, tag);
  }

  /**
   * The only block that can hold the first entry at or after (key, tag), unless that is the first
   * entry of the next block; the count when all entries are before it.
   */
  public int find(byte[] key, int offset, int length, long tag) {
    if (length < prefix.length || !Bytes.same(prefix, 0, key, offset, prefix.length)) {
      return comparePrefix(key, offset, length) > 0 ? 0 : count;
    }
    long head = Bytes.head(key, offset + prefix.length, length - prefix.length);
    int block = heads.lowerBound(head);
    if (block < count && heads.get(block) == head) {
      return amongEqualHeads(block, head, key, offset, length, tag);
    }
    return block;
  }

  /**
   * About which entry is the first at or above a key: one of the block that this is in, by how far
   * the key lies between the separators on both sides.
   */
  public long estimateOrdinal(byte[] key) {
    int block = find(key, 0, key.length, -1L);
    return block == count
        ? ordinals[count]
        : ordinals[block] + Math.round(shareBelow(block, key) * entries(block));
  }

  /** About which share of a block is below a key, from 0 to 1; a half where nothing tells. */
  private double shareBelow(int block, byte[] key) {
    if (block == 0 || key.length < prefix.length) {
      return 0.5;
    }
    long low = heads.get(block - 1);
    long width = (heads.get(block) - low) >>> 1; // of unsigned numbers: half of it has a sign
    long below = (Bytes.head(key, prefix.length, key.length - prefix.length) - low) >>> 1;
    return width == 0 ? 0.5 : Math.min(1, (double) below / width);
  }

  private int amongEqualHeads(int first, long head, byte[] key, int offset, int length, long tag) {
    int low = first;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (heads.get(middle) == head && compareRest(middle, key, offset, length, tag) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int comparePrefix(byte[] key, int offset, int length) {
    return Bytes.compare(prefix, 0, prefix.length, key, offset, Math.min(length, prefix.length));
  }

  /** Compares a separator with (key, tag), the key having the index's prefix. */
  private int compareRest(int block, byte[] key, int offset, int length, long tag) {
    int start = start(block);
    int byKey =
        Bytes.compare(
            separators,
            start,
            separatorEnds[block] - start,
            key,
            offset + prefix.length,
            length - prefix.length);
    return byKey != 0 ? byKey : Long.compareUnsigned(tag, separatorTag(block));
  }

  private int start(int block) {
    return block == 0 ? 0 : separatorEnds[block - 1];
  }
}
