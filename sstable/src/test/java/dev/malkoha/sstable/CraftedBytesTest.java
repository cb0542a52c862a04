package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.DataBlockBuilder;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.sstable.index.BlockIndexBuilder;
import dev.malkoha.sstable.index.BlockIndexParser;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Bytes with right checksums and wrong contents are refused, or at least do no harm. */
class CraftedBytesTest {

  private static final long SEED = Trials.seed();
  private static final long OFFSET = 10;

  /** A file with one sealed block of these stored bytes at {@link #OFFSET}. */
  private static BlockFile sealed(byte[] stored, int compression) {
    byte[] file = new byte[(int) OFFSET + stored.length + TableFormat.TRAILER_LENGTH];
    System.arraycopy(stored, 0, file, (int) OFFSET, stored.length);
    int trailer = (int) OFFSET + stored.length;
    file[trailer] = (byte) compression;
    int checksum =
        TableFormat.blockChecksum(
            stored, 0, stored.length, (byte) compression, Tables.FILE_ID, OFFSET);
    Bytes.putInt(file, trailer + TableFormat.TRAILER_CHECKSUM, checksum);
    return new BlockFile(new HeapFile(file), Tables.FILE_ID);
  }

  private static void assertRefused(byte[] stored, int compression, int rawLength) {
    BlockFile file = sealed(stored, compression);
    BlockHandle handle = new BlockHandle(OFFSET, stored.length, rawLength);
    assertThrows(CorruptTableException.class, () -> file.read(handle));
  }

  private static byte[] snappy(int length) throws IOException {
    return Snappy.compress(new byte[length]);
  }

  @Test
  void aSoundCompressedBlockIsRead() throws IOException {
    byte[] stored = snappy(1000);
    BlockHandle handle = new BlockHandle(OFFSET, stored.length, 1000);
    assertEquals(1000, BlockFile.rawLength(sealed(stored, 1).read(handle)));
  }

  @Test
  void aBlockThatUnpacksToAnotherLengthThanNotedIsRefused() throws IOException {
    assertRefused(snappy(1000), 1, 999);
    assertRefused(snappy(1000), 1, 1001);
    assertRefused(new byte[100], 0, 101);
    assertRefused(new byte[100], 0, 99);
  }

  @Test
  void aDecompressionBombIsRefusedBeforeItIsUnpacked() throws IOException {
    byte[] claimsFourGiB = {-1, -1, -1, -1, 0x0f, 0, 0, 0, 0, 0, 0, 0};
    assertRefused(claimsFourGiB, 1, 100);
    assertRefused(claimsFourGiB, 1, -1);
    assertRefused(claimsFourGiB, 1, Integer.MAX_VALUE);
    byte[] claimsMuch = snappy(200 << 20);
    assertRefused(Arrays.copyOf(claimsMuch, 50), 1, 200 << 20);
    byte[] neverEndingNumber = new byte[20];
    Arrays.fill(neverEndingNumber, (byte) -1);
    assertRefused(neverEndingNumber, 1, 100);
  }

  @Test
  void compressedBytesThatMakeNoSenseAreRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] data = new byte[500];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) random.nextInt(3);
    }
    byte[] stored = Snappy.compress(data);
    for (int length = 0; length < stored.length; length++) {
      assertRefused(Arrays.copyOf(stored, length), 1, data.length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.COUNT, 127, 128, 255})
  void unknownCompressionIsRefused(int compression) {
    assertRefused(new byte[100], compression, 100);
  }

  /** An index of any bytes is refused, or at worst points somewhere else within its table. */
  @Test
  void noIndexBytesDoHarm() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    BlockIndexBuilder builder = new BlockIndexBuilder();
    long offset = Frame.HEADER_BYTES;
    for (int i = 0; i < 12; i++) {
      BlockHandle handle = new BlockHandle(offset, 100 + i, 150);
      byte[] separator = Entry.bytes("separator %03d".formatted(i / 2 * 2));
      if (i % 2 == 0) {
        builder.add(handle, 5, separator, separator.length, 77);
      } else {
        builder.add(handle, 5, separator, separator.length);
      }
      offset = handle.end();
    }
    ByteWriter sound = builder.build();
    int parsed = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = Arrays.copyOf(sound.array(), sound.length());
      damage(bytes, random);
      parsed += parses(bytes, offset) ? 1 : 0;
    }
    assertTrue(parsed > 0, "no damaged index was parsed, so nothing was tested");
  }

  private static void damage(byte[] bytes, SplittableRandom random) {
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
  }

  private static boolean parses(byte[] bytes, long dataEnd) {
    BlockIndex index;
    try {
      index = BlockIndexParser.parse(new ByteReader(bytes, 0, bytes.length), dataEnd);
    } catch (MalformedBytesException e) {
      return false;
    }
    byte[] key = Entry.bytes("separator 005");
    for (int length = 0; length <= key.length; length++) {
      int block = index.find(key, 0, length, 9);
      assertTrue(block >= 0 && block <= index.count());
    }
    for (int i = 0; i < index.count(); i++) {
      BlockHandle handle = index.handle(i);
      assertTrue(handle.offset() >= Frame.HEADER_BYTES && handle.end() <= dataEnd);
      byte[] separator = index.separator(i);
      int found = index.find(separator, 0, separator.length, index.separatorTag(i));
      assertEquals(i, found);
    }
    return true;
  }

  /** A data block of any bytes is refused, or can be read to its end without leaving it. */
  @Test
  void noDataBlockBytesDoHarm() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    int sound = 0;
    for (EntrySets kind : EntrySets.values()) {
      DataBlockBuilder builder = new DataBlockBuilder(1024);
      TreeSet<Entry> entries = new TreeSet<>(kind.make(SEED));
      for (Entry e : entries) {
        if (e.value().length > 1000
            || e.key().length > 1000
            || !builder.tryAdd(
                e.key(), 0, e.key().length, e.tag(), e.value(), 0, e.value().length)) {
          break;
        }
      }
      if (builder.count() == 0) {
        continue;
      }
      int length = builder.build(3);
      for (int i = 0; i < 20_000; i++) {
        byte[] block = Arrays.copyOf(builder.block(), length + BlockFile.SLACK);
        // Where the lengths are: the header, the prefix, and some slots and entries.
        int damaged = random.nextInt(Math.min(length, random.nextBoolean() ? 25 : length));
        block[damaged] = (byte) random.nextInt(256);
        if (DataBlock.isSound(block, builder.count(), 3)) {
          readAll(block, entries.first());
          sound++;
        }
      }
    }
    assertTrue(sound > 0, "no damaged block passed, so nothing was tested");
  }

  private static void readAll(byte[] block, Entry target) {
    int length = BlockFile.rawLength(block);
    for (int i = 0; i < DataBlock.count(block); i++) {
      int value = DataBlock.value(block, i);
      int end = DataBlock.end(block, i);
      assertTrue(value >= 0 && value <= end && end <= length);
    }
    byte[] key = target.key();
    int found = BlockSearch.find(block, key, 0, key.length, target.tag());
    int position = found < 0 ? ~found : found;
    assertTrue(position >= 0 && position <= DataBlock.count(block));
  }
}
