package dev.malkoha.sstable.index;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.TableFormat;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads an index block into a {@link BlockIndex}, and refuses one that does not add up.
 *
 * <p>It goes over the block twice: the first time proves every number and sums up what is to be
 * kept, the second one fills arrays of exactly that length. So what an index claims takes no memory
 * before it has been held against the file.
 */
public final class BlockIndexParser {

  /** Five numbers of at least a byte. */
  private static final int SHORTEST_ENTRY = 5;

  private static final int SHORTEST_BLOCK =
      TableFormat.MIN_STORED_LENGTH + TableFormat.TRAILER_LENGTH;

  private final ByteReader reader;
  private final long dataEnd;
  private final int count;
  private final int[] separatorEnds;
  private long @Nullable [] tags;
  private final long[] offsets;
  private final int[] rawLengths;
  private final int[] ordinals;

  /** The separator read last, and how many bytes the first and all others share. */
  private byte[] separator = new byte[64];

  private int separatorLength;
  private int commonLength;
  private long separatorSum;

  private BlockIndexParser(ByteReader reader, long dataEnd) {
    this.reader = reader;
    this.dataEnd = dataEnd;
    long fit = (dataEnd - Frame.HEADER_BYTES) / SHORTEST_BLOCK;
    this.count = reader.readInt((int) Math.min(fit, reader.remaining() / SHORTEST_ENTRY));
    this.separatorEnds = new int[count];
    this.offsets = new long[count + 1];
    this.rawLengths = new int[count];
    this.ordinals = new int[count + 1];
  }

  /** Parses an index whose blocks lie in the file from the header up to {@code dataEnd}. */
  public static BlockIndex parse(ByteReader reader, long dataEnd) {
    BlockIndexParser parser = new BlockIndexParser(reader, dataEnd);
    ByteReader again = reader.copy();
    parser.offsets[0] = Frame.HEADER_BYTES;
    for (int i = 0; i < parser.count; i++) {
      parser.readBlock(i);
    }
    reader.expectEnd();
    if (parser.offsets[parser.count] != dataEnd) {
      throw new MalformedBytesException("the index's blocks do not fill the file up to the filter");
    }
    return parser.build(again);
  }

  private void readBlock(int block) {
    long room = dataEnd - offsets[block] - TableFormat.TRAILER_LENGTH;
    int stored = reader.readInt(Math.clamp(room, 0, Integer.MAX_VALUE));
    offsets[block + 1] = offsets[block] + stored + TableFormat.TRAILER_LENGTH;
    rawLengths[block] = reader.readInt(TableFormat.MAX_BLOCK_LENGTH);
    int entries = reader.readInt(Math.min(0xffff, Integer.MAX_VALUE - ordinals[block]));
    ordinals[block + 1] = ordinals[block] + entries;
    checkLengths(stored, rawLengths[block], entries);
    readSeparator(block);
  }

  /**
   * Refuses lengths that no block with this number of entries has, before anything is allocated for
   * them.
   */
  private void checkLengths(int stored, int raw, int entries) {
    long least = DataBlock.PREFIX + (long) entries * DataBlock.SLOT_LENGTH;
    long most = entries > 1 ? DataBlock.longest(entries) : TableFormat.MAX_BLOCK_LENGTH;
    if (entries < 1 || stored < TableFormat.MIN_STORED_LENGTH || raw < least || raw > most) {
      throw new MalformedBytesException(
          "no block of %s entries has %s bytes, and %s in the file"
              .formatted(entries, raw, stored));
    }
  }

  private void readSeparator(int block) {
    int shared = reader.readInt(separatorLength);
    int restAndFlag = reader.readInt((TableFormat.MAX_KEY_LENGTH - shared) << 1 | 1);
    int length = shared + (restAndFlag >>> 1);
    byte[] next = separator.length < length ? Arrays.copyOf(separator, 2 * length) : separator;
    int before = separatorLength;
    boolean grows = isAbove(next, shared, length, before);
    separator = next;
    separatorLength = length;
    long tag = (restAndFlag & 1) != 0 ? reader.readVarint() : 0;
    noteTag(block, tag);
    boolean sameKey = shared == before && length == before;
    boolean ordered =
        block == 0 || grows || (sameKey && Long.compareUnsigned(tag, tagOf(block - 1)) < 0);
    if (!ordered) {
      throw new MalformedBytesException("the index's separators are out of order");
    }
    commonLength = block == 0 ? length : Math.min(commonLength, shared);
    noteEnd(block);
  }

  /** Reads the rest of a separator over the one before; whether it is a greater key. */
  private boolean isAbove(byte[] next, int shared, int length, int before) {
    int replaced = shared < before ? next[shared] & 0xff : -1;
    reader.read(next, shared, length - shared);
    return length > shared && (next[shared] & 0xff) > replaced;
  }

  private void noteTag(int block, long tag) {
    if (tag != 0 && tags == null) {
      tags = new long[count];
    }
    if (tags != null) {
      tags[block] = tag;
    }
  }

  private long tagOf(int block) {
    return tags == null ? 0 : tags[block];
  }

  private void noteEnd(int block) {
    separatorSum += separatorLength;
    long ceiling = offsets[block + 1] + TableFormat.SEPARATORS_FREE;
    if (separatorSum > Math.min(ceiling, Integer.MAX_VALUE - 64)) {
      throw new MalformedBytesException(
          "the index's separators are longer than the blocks they stand for");
    }
    separatorEnds[block] = (int) separatorSum;
  }

  /** Strips what all separators share. */
  private BlockIndex build(ByteReader again) {
    for (int i = 0; i < count; i++) {
      separatorEnds[i] -= (i + 1) * commonLength;
    }
    byte[] separators = new byte[count == 0 ? 0 : separatorEnds[count - 1]];
    byte[] prefix = Arrays.copyOf(separator, commonLength);
    for (int i = 0; i < count; i++) {
      readStripped(again, i, separators);
    }
    return new BlockIndex(prefix, separators, separatorEnds, tags, offsets, rawLengths, ordinals);
  }

  /** Reads a block's part of the index, which has been proved, once more for its separator. */
  private void readStripped(ByteReader again, int block, byte[] into) {
    again.readVarint(); // stored length
    again.readVarint(); // raw length
    again.readVarint(); // entries
    int shared = (int) again.readVarint();
    int restAndFlag = (int) again.readVarint();
    int rest = restAndFlag >>> 1;
    int start = block == 0 ? 0 : separatorEnds[block - 1];
    int known = Math.max(shared, commonLength) - commonLength;
    if (block > 0) {
      int before = block == 1 ? 0 : separatorEnds[block - 2];
      System.arraycopy(into, before, into, start, known);
    }
    int skipped = block == 0 ? commonLength : 0;
    again.skip(skipped);
    again.read(into, start + known, rest - skipped);
    if ((restAndFlag & 1) != 0) {
      again.readVarint(); // tag
    }
  }
}
