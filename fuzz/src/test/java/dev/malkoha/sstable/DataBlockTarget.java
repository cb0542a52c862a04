package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.fuzz.Limits;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.DataBlockBuilder;
import java.util.Arrays;
import java.util.stream.Stream;

/** A data block, unpacked: one that is found sound is searched and read to its end. */
public final class DataBlockTarget {

  private static final long[] TAGS = {-1, 1L << 40, 300, 0};

  private DataBlockTarget() {}

  /** Blocks with and without tails, tags, values and a common prefix. */
  public static Stream<byte[]> seeds() {
    return Stream.of(block(1, 0, 0), block(12, 0, 4), block(12, 9, 30), block(30, 20, 1));
  }

  private static byte[] block(int entries, int prefix, int step) {
    DataBlockBuilder builder = new DataBlockBuilder(4096);
    for (int i = 0; i < entries; i++) {
      byte[] key = new byte[prefix + 1 + (i + 1) * step % 23];
      Arrays.fill(key, 0, prefix, (byte) 'p');
      key[prefix] = (byte) i;
      long tag = (long) step << i % 40;
      byte[] value = new byte[i * step % 11];
      builder.tryAdd(key, 0, key.length, tag, value, 0, value.length);
    }
    int length = builder.build(entries);
    return Arrays.copyOf(builder.block(), length);
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    byte[] block = Arrays.copyOf(data, data.length + BlockFile.SLACK);
    Limits.keeps(data.length, NoRefusal.class, () -> read(block));
  }

  private static void read(byte[] block) {
    int length = BlockFile.rawLength(block);
    int count = length < DataBlock.PREFIX ? 1 : DataBlock.count(block);
    long ordinal = length < DataBlock.PREFIX ? 0 : DataBlock.firstOrdinal(block);
    if (DataBlock.isSound(block, count, ordinal)) {
      for (int i = 0; i < count; i++) {
        int value = DataBlock.value(block, i);
        int end = DataBlock.end(block, i);
        assertTrue(DataBlock.start(block, i) <= value && value <= end && end <= length);
        assertTrue(DataBlock.tail(block, i) <= value);
        DataBlock.head(block, i);
        DataBlock.tag(block, i);
      }
      for (int keyLength = 0; keyLength <= Math.min(40, length); keyLength++) {
        search(block, count, DataBlock.PREFIX, Math.min(keyLength, length - DataBlock.PREFIX));
        search(block, count, 0, keyLength);
      }
    }
  }

  /** Looks for bytes of the block itself. */
  private static void search(byte[] block, int count, int from, int length) {
    byte[] key = Arrays.copyOfRange(block, from, from + length);
    for (long tag : TAGS) {
      int found = BlockSearch.find(block, key, 0, length, tag);
      int position = found < 0 ? ~found : found;
      assertTrue(position >= 0 && position <= count && (found < 0 || position < count));
    }
  }

  /** The exceptions of a sound block's reader: none. */
  private static final class NoRefusal extends Exception {

    private static final long serialVersionUID = 1L;
  }
}
