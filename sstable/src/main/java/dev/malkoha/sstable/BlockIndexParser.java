package dev.malkoha.sstable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads an index block into a {@link BlockIndex}, and refuses one that does not add up. */
final class BlockIndexParser {

  /** Five numbers of at least a byte. */
  private static final int SHORTEST_ENTRY = 5;

  private final VarintReader reader;
  private final int count;
  private final ByteBuilder separators;
  private final int[] separatorEnds;
  private long @Nullable [] tags;
  private final long[] offsets;
  private final int[] rawLengths;
  private final int[] ordinals;
  private long rawLengthSum;
  private byte[] separator = new byte[64];
  private int separatorLength;

  private BlockIndexParser(VarintReader reader) throws CorruptTableException {
    this.reader = reader;
    this.count = reader.readInt(reader.remaining() / SHORTEST_ENTRY);
    this.separators = new ByteBuilder(reader.remaining() + 16);
    this.separatorEnds = new int[count];
    this.offsets = new long[count + 1];
    this.rawLengths = new int[count];
    this.ordinals = new int[count + 1];
  }

  /** Parses an index whose blocks lie in the file from the header up to {@code dataEnd}. */
  static BlockIndex parse(VarintReader reader, long dataEnd) throws CorruptTableException {
    BlockIndexParser parser = new BlockIndexParser(reader);
    parser.offsets[0] = TableFormat.HEADER_LENGTH;
    for (int i = 0; i < parser.count; i++) {
      parser.readBlock(i, dataEnd);
    }
    reader.expectEnd();
    if (parser.offsets[parser.count] != dataEnd) {
      throw reader.damaged("the index's blocks do not fill the file up to the filter");
    }
    return parser.build();
  }

  private void readBlock(int block, long dataEnd) throws CorruptTableException {
    long room = dataEnd - offsets[block] - TableFormat.TRAILER_LENGTH;
    int stored = reader.readInt(Math.clamp(room, 0, Integer.MAX_VALUE));
    offsets[block + 1] = offsets[block] + stored + TableFormat.TRAILER_LENGTH;
    rawLengths[block] = reader.readInt(TableFormat.MAX_BLOCK_LENGTH);
    rawLengthSum += rawLengths[block];
    ordinals[block + 1] =
        ordinals[block] + reader.readInt(Math.min(0xffff, Integer.MAX_VALUE - ordinals[block]));
    readSeparator(block);
  }

  private void readSeparator(int block) throws CorruptTableException {
    int shared = reader.readInt(separatorLength);
    int restAndFlag = reader.readInt((TableFormat.MAX_KEY_LENGTH - shared) << 1 | 1);
    int length = shared + (restAndFlag >>> 1);
    byte[] next = separator.length < length ? Arrays.copyOf(separator, 2 * length) : separator;
    int before = separatorLength;
    boolean grows = isAbove(next, shared, length, before);
    separator = next;
    separatorLength = length;
    long tag = (restAndFlag & 1) != 0 ? reader.readLong() : 0;
    noteTag(block, tag);
    boolean sameKey = shared == before && length == before;
    boolean ordered =
        block == 0 || grows || (sameKey && Long.compareUnsigned(tag, tagOf(block - 1)) < 0);
    if (!ordered) {
      throw reader.damaged("the index's separators are out of order");
    }
    keepSeparator(block);
  }

  /** Reads the rest of a separator over the one before; whether it is a greater key. */
  private boolean isAbove(byte[] next, int shared, int length, int before)
      throws CorruptTableException {
    int replaced = shared < before ? next[shared] & 0xff : -1;
    reader.readBytes(next, shared, length - shared);
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

  /** A separator is no longer than a key of its block or the next, so all of them have a bound. */
  private void keepSeparator(int block) throws CorruptTableException {
    long ceiling = Math.min(Integer.MAX_VALUE - 64, 2 * rawLengthSum + TableFormat.MAX_KEY_LENGTH);
    if (separators.length() + (long) separatorLength > ceiling) {
      throw reader.damaged("the index's separators are longer than the keys they stand for");
    }
    separators.putBytes(separator, 0, separatorLength);
    separatorEnds[block] = separators.length();
  }

  /** Strips what all separators, being in order, share with the first and the last one. */
  private BlockIndex build() {
    byte[] all = separators.array();
    byte[] prefix = {};
    if (count > 0) {
      int last = count == 1 ? 0 : separatorEnds[count - 2];
      int shared = Arrays.mismatch(all, 0, separatorEnds[0], all, last, separatorEnds[count - 1]);
      prefix = Arrays.copyOf(all, shared < 0 ? separatorEnds[0] : shared);
    }
    byte[] stripped = strip(all, prefix.length);
    return new BlockIndex(prefix, stripped, separatorEnds, tags, offsets, rawLengths, ordinals);
  }

  private byte[] strip(byte[] all, int prefixLength) {
    byte[] stripped = new byte[separators.length() - count * prefixLength];
    int from = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
      int length = separatorEnds[i] - from - prefixLength;
      System.arraycopy(all, from + prefixLength, stripped, at, length);
      from = separatorEnds[i];
      at += length;
      separatorEnds[i] = at;
    }
    return stripped;
  }
}
