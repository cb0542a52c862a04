package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Bytes;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockWriter;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole tables with right checksums that claim to hold much more than they have bytes for: opening
 * one takes memory in proportion to its file.
 */
class CraftedTableTest {

  private static final long FREE = 16 << 20;
  private static final int RATIO = 4;

  /** A table of these data blocks, index and properties, each sealed as the writer seals it. */
  private static byte[] table(int blocks, int blockLength, ByteWriter index, int codec)
      throws IOException {
    Directory directory = new SimulatedDisk().openDirectory(Path.of("crafted"));
    BlockWriter writer =
        new BlockWriter(directory.create("table"), Tables.FILE_ID, Codecs.ready(codec));
    for (int i = 0; i < blocks; i++) {
      writer.writePlain(new byte[blockLength], blockLength);
    }
    BlockHandle filter = writer.writePlain(new byte[0], 0);
    // What no writer of tables does: the index is packed however long it is.
    BlockHandle packed = writer.write(index.array(), index.length());
    ByteWriter properties = new ByteWriter(64);
    TableProperties said =
        new TableProperties(
            blocks,
            0,
            blocks,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            new byte[0],
            new byte[0],
            (1 << codec) & ~1,
            KeyPrefix.none(),
            0,
            new byte[0]);
    said.encode(properties);
    BlockHandle last = writer.writePlain(properties.array(), properties.length());
    writer.append(new Footer(filter, packed, last).encode(Tables.FILE_ID), Footer.LENGTH);
    writer.force();
    byte[] bytes = new byte[Math.toIntExact(writer.position())];
    directory.open("table").read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** An index of blocks of one entry each, whose separators share all but a byte with the last. */
  private static ByteWriter index(int blocks, int stored, int raw, int firstKeyLength) {
    ByteWriter index = new ByteWriter(64);
    index.writeVarint(blocks);
    for (int i = 0; i < blocks; i++) {
      index.writeVarint(stored);
      index.writeVarint(raw);
      index.writeVarint(1);
      int shared = i == 0 ? 0 : firstKeyLength + i - 1;
      int rest = i == 0 ? firstKeyLength : 1;
      index.writeVarint(shared);
      index.writeVarint(rest << 1);
      index.write(new byte[rest], 0, rest);
    }
    return index;
  }

  /** Opens a table, which may be refused; the bytes that were allocated meanwhile. */
  private static long allocatedByOpening(byte[] table, boolean refused) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    if (refused) {
      assertThrows(CorruptTableException.class, () -> Tables.open(table));
    } else {
      Tables.open(table);
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void assertBounded(byte[] table, boolean refused) throws IOException {
    long allocated = allocatedByOpening(table, refused);
    long most = RATIO * (long) table.length + FREE;
    assertTrue(allocated <= most, allocated + " bytes for a table of " + table.length);
  }

  /** Some 12 bytes of the file for each block, and a separator of 64 KiB that stands for it. */
  @Test
  void separatorsAreNoLongerThanTheFile() throws IOException {
    int blocks = 12_000;
    byte[] crafted = table(blocks, 6, index(blocks, 6, 200 << 20, 50_000), Codecs.NONE);
    assertTrue(crafted.length < 400_000);
    assertBounded(crafted, true);
  }

  /** As many as may be: three bytes for the whole key of every block. */
  @Test
  void separatorsThatMayBeAreRead() throws IOException {
    int blocks = 2000;
    byte[] crafted = table(blocks, 6, index(blocks, 6, 31, 1000), Codecs.NONE);
    assertBounded(crafted, false);
  }

  @Test
  void anIndexHasNoMoreBlocksThanFitTheFile() throws IOException {
    ByteWriter index = new ByteWriter(64);
    index.writeVarint(1 << 19);
    index.write(new byte[3 << 20], 0, 3 << 20);
    assertBounded(table(10, 40, index, Codecs.LZ4), true);
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void aPackedIndexIsNotUnpackedToMuch(int codec) throws IOException {
    ByteWriter index = new ByteWriter(64);
    index.write(new byte[15 << 20], 0, 15 << 20);
    byte[] crafted = table(10, 40, index, codec);
    assertTrue(crafted.length < 1 << 20, crafted.length + " bytes");
    assertBounded(crafted, true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 40 1", "5 40 1", "6 30 1", "6 41 2", "6 65569 3", "6 40 0"})
  void blocksThatCannotBeAreRefused(String block) throws IOException {
    ByteWriter index = new ByteWriter(64);
    index.writeVarint(1);
    for (String number : block.split(" ", -1)) {
      index.writeVarint(Long.parseLong(number));
    }
    index.writeVarint(0);
    index.writeVarint(0);
    int stored = Integer.parseInt(block.substring(0, 1));
    byte[] crafted = table(1, stored, index, Codecs.NONE);
    CorruptTableException e = assertThrows(CorruptTableException.class, () -> Tables.open(crafted));
    assertFalse(String.valueOf(e.getMessage()).contains("do not fill"), e.getMessage());
  }

  /** Keys so long and alike that packed blocks would be shorter than the separators they need. */
  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void aTableOfLongAlikeKeysIsOpened(int codec) throws IOException {
    SortedSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < 300; i++) {
      byte[] key = new byte[60_000];
      Bytes.putLongBigEndian(key, key.length - Long.BYTES - i % 9, i);
      Bytes.putLongBigEndian(key, 0, i / 100);
      entries.add(new Entry(key, 1, new byte[100]));
    }
    byte[] table = new Tables().bytes(entries, Tables.options(4096, codec));
    assertTrue(table.length < 18_000_000, table.length + " bytes");
    assertBounded(table, false);
    Tables.open(table).verify();
  }

  /** What is said to unpack to more than its codec can make of it is refused unseen. */
  @ParameterizedTest
  @ValueSource(ints = {Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void aWriterPacksNothingThatAReaderRefuses(int id) throws IOException {
    Codec codec = Codecs.ready(id);
    byte[] block = new byte[24 << 20]; // one that is short enough for this heap to be packed
    byte[] packed = new byte[codec.mostPacked(block.length)];
    int length = codec.pack(block, block.length, packed);
    SortedSet<Entry> entries = new TreeSet<>();
    entries.add(new Entry(new byte[1], 1, block));
    byte[] table = new Tables().bytes(entries, Tables.options(4096, id));
    boolean isPacked = table.length < block.length;
    assertEquals(codec.mostUnpacked(length) >= block.length, isPacked);
    Tables.open(table).verify();
  }
}
