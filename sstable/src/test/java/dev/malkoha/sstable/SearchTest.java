package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.DataBlockBuilder;
import dev.malkoha.sstable.block.StoredBlock;
import dev.malkoha.sstable.block.StoredSearch;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.sstable.index.BlockIndexBuilder;
import dev.malkoha.sstable.index.BlockIndexParser;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Searches in a block and in an index find what a search in a sorted list finds. */
final class SearchTest {

  /** Keys that share prefixes and whole heads, some no longer than those. */
  private static Arbitrary<byte[]> keys() {
    Arbitrary<byte[]> few =
        Arbitraries.of((byte) 0, (byte) 1, (byte) 0x80, (byte) 0xFF)
            .array(byte[].class)
            .ofMaxSize(4);
    Arbitrary<byte[]> same = Arbitraries.of(0, 1, 7, 8, 9, 20).map(length -> new byte[length]);
    return Combinators.combine(same, few).as(SearchTest::joined);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static Arbitrary<Entry> entries() {
    Arbitrary<Long> tags =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 3), Arbitraries.of(255L, 256L, -1L, Long.MIN_VALUE));
    return Combinators.combine(keys(), tags, Arbitraries.bytes().array(byte[].class).ofMaxSize(5))
        .as(Entry::new);
  }

  @Provide
  Arbitrary<List<Entry>> fewEntries() {
    return entries().list().ofMinSize(1).ofMaxSize(40).map(SearchTest::sorted);
  }

  /** More than a search counts without halving first. */
  @Provide
  Arbitrary<List<Entry>> manyEntries() {
    return Arbitraries.integers()
        .between(0, 900)
        .map(SearchTest::numbered)
        .list()
        .ofMinSize(130)
        .ofMaxSize(500)
        .map(SearchTest::sorted);
  }

  private static Entry numbered(int number) {
    return new Entry(new byte[] {(byte) (number >> 2), (byte) number}, number % 3, new byte[0]);
  }

  @Provide
  Arbitrary<Entry> wanted() {
    return entries();
  }

  private static List<Entry> sorted(Collection<Entry> entries) {
    return List.copyOf(new TreeSet<>(entries));
  }

  private static byte[] block(List<Entry> entries) {
    DataBlockBuilder builder = new DataBlockBuilder(60_000);
    for (Entry e : entries) {
      assertTrue(
          builder.tryAdd(e.key(), 0, e.key().length, e.tag(), e.value(), 0, e.value().length));
    }
    int length = builder.build(3);
    byte[] block = Arrays.copyOf(builder.block(), length + BlockFile.SLACK);
    assertTrue(DataBlock.isSound(block, entries.size(), 3));
    return block;
  }

  /** As the search answers: the position, or its complement where another key stands. */
  private static int expected(List<Entry> entries, Entry wanted) {
    int position = 0;
    while (position < entries.size() && entries.get(position).compareTo(wanted) < 0) {
      position++;
    }
    boolean found =
        position < entries.size() && Arrays.equals(entries.get(position).key(), wanted.key());
    return found ? position : ~position;
  }

  /** The same search in files that have the block plain, packed as a whole, and in pieces. */
  private static void assertFindsStored(List<Entry> entries, byte[] block, Entry wanted)
      throws IOException {
    assertFindsStored(entries, block, wanted, StoredBlock.plain(block));
    for (int id : new int[] {Codecs.SNAPPY, Codecs.LZ4}) {
      Codec codec = Codecs.ready(id);
      assertFindsStored(entries, block, wanted, StoredBlock.whole(codec, block));
      assertFindsStored(entries, block, wanted, StoredBlock.inPieces(codec, block, 8));
      assertFindsStored(entries, block, wanted, StoredBlock.inPieces(codec, block, 1024));
    }
  }

  private static void assertFindsStored(
      List<Entry> entries, byte[] block, Entry wanted, StoredBlock stored) throws IOException {
    if (stored.how() != Codecs.NONE && stored.bytes().length >= BlockFile.rawLength(block)) {
      return; // no writer stores it so
    }
    StoredSearch search = new StoredSearch();
    search.of(wanted.key(), 0, wanted.key().length, wanted.tag());
    search.in(
        new BlockHandle(0, stored.bytes().length, BlockFile.rawLength(block)), entries.size(), 3);
    BlockFile file = new BlockFile(new HeapFile(stored.sealed(0)), 0);
    assertTrue(search.search(file));
    assertFound(entries, expected(entries, wanted), search);
  }

  private static void assertFound(List<Entry> entries, int expected, StoredSearch search) {
    assertFalse(search.isOdd());
    assertEquals(expected >= 0, search.isFound());
    if (search.isFound()) {
      assertEquals(expected + 3, search.ordinal());
      assertEquals(entries.get(expected).tag(), search.tag());
      assertArrayEquals(
          entries.get(expected).value(), Arrays.copyOf(search.value(), search.valueLength()));
    }
  }

  private static void assertFinds(List<Entry> entries, byte[] block, Entry wanted) {
    try {
      assertFindsStored(entries, block, wanted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] within = joined(new byte[] {7}, joined(wanted.key(), new byte[] {7}));
    int found = BlockSearch.find(block, within, 1, wanted.key().length, wanted.tag());
    assertEquals(expected(entries, wanted), found, wanted::toString);
  }

  @Property
  void aBlockIsSearchedAsASortedList(
      @ForAll("fewEntries") List<Entry> entries, @ForAll("wanted") Entry wanted) {
    byte[] block = block(entries);
    assertFinds(entries, block, wanted);
    for (Entry entry : entries) {
      assertFinds(entries, block, entry);
      assertFinds(entries, block, new Entry(entry.key(), wanted.tag(), new byte[0]));
    }
  }

  /** What the search's array held before shows in no answer, whatever the stored bytes are. */
  @Property
  void aChangedBlockIsAnsweredFromItsOwnBytes(
      @ForAll("fewEntries") List<Entry> entries, @ForAll Random random) throws IOException {
    byte[] block = block(entries);
    for (int id : new int[] {Codecs.SNAPPY, Codecs.LZ4}) {
      Codec codec = Codecs.ready(id);
      for (int i = 0; i < 30; i++) {
        StoredBlock sound = anyWay(codec, block, random);
        byte[] bytes = sound.bytes().clone();
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        StoredBlock changed = new StoredBlock(bytes, sound.how());
        Entry wanted = entries.get(random.nextInt(entries.size()));
        String after = answer(changed, block, entries.size(), wanted, (byte) 0x55);
        assertEquals(after, answer(changed, block, entries.size(), wanted, (byte) 0xAA));
      }
    }
  }

  /** A block as a writer may store it. */
  private static StoredBlock anyWay(Codec codec, byte[] block, Random random) throws IOException {
    StoredBlock packed =
        random.nextBoolean()
            ? StoredBlock.whole(codec, block)
            : StoredBlock.inPieces(codec, block, 1 + random.nextInt(100));
    boolean pays = packed.bytes().length < BlockFile.rawLength(block);
    return pays && random.nextInt(4) > 0 ? packed : StoredBlock.plain(block);
  }

  /** What a search finds after another, in a block that unpacks to equal bytes. */
  private static String answer(
      StoredBlock stored, byte[] block, int count, Entry wanted, byte before) throws IOException {
    StoredSearch search = new StoredSearch();
    int length = BlockFile.rawLength(block);
    byte[] other = new byte[length + BlockFile.SLACK];
    Arrays.fill(other, before);
    StoredBlock noise = StoredBlock.plain(other);
    search.of(wanted.key(), 0, wanted.key().length, wanted.tag());
    search.in(new BlockHandle(0, noise.bytes().length, length), count, 3);
    assertTrue(search.search(new BlockFile(new HeapFile(noise.sealed(0)), 0)));
    search.in(new BlockHandle(0, stored.bytes().length, length), count, 3);
    assertTrue(search.search(new BlockFile(new HeapFile(stored.sealed(0)), 0)));
    return search.isOdd() + " " + search.isFound() + (search.isFound() ? found(search) : "");
  }

  private static String found(StoredSearch search) {
    byte[] value = Arrays.copyOf(search.value(), search.valueLength());
    return search.ordinal() + " " + search.tag() + " " + Arrays.toString(value);
  }

  @Property
  void lengthsThatNoCodecMakesAreDamage(@ForAll("fewEntries") List<Entry> entries)
      throws IOException {
    StoredBlock stored = StoredBlock.whole(Codecs.ready(Codecs.SNAPPY), block(entries));
    BlockFile file = new BlockFile(new HeapFile(stored.sealed(5)), 5);
    StoredSearch search = new StoredSearch();
    search.of(entries.get(0).key(), 0, entries.get(0).key().length, -1);
    search.in(new BlockHandle(0, stored.bytes().length, 250 << 20), entries.size(), 3);
    assertThrows(CorruptTableException.class, () -> search.search(file));
    search.in(
        new BlockHandle(0, stored.bytes().length, stored.bytes().length - 1), entries.size(), 3);
    assertThrows(CorruptTableException.class, () -> search.search(file));
  }

  @Property
  void aLargeBlockIsSearchedAsASortedList(@ForAll("manyEntries") List<Entry> entries) {
    byte[] block = block(entries);
    for (int i = 0; i < entries.size(); i += 1 + entries.size() / 20) {
      byte[] key = entries.get(i).key();
      assertFinds(entries, block, new Entry(key, 1, new byte[0]));
      assertFinds(entries, block, new Entry(joined(key, new byte[1]), 1, new byte[0]));
      assertFinds(entries, block, new Entry(Arrays.copyOf(key, 1), 1, new byte[0]));
    }
  }

  @Property
  void aBlockHoldsItsEntries(@ForAll("fewEntries") List<Entry> entries) {
    byte[] block = block(entries);
    assertEquals(entries.size(), DataBlock.count(block));
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      assertEquals(entry.tag(), DataBlock.tag(block, i));
      assertEquals(entry.key().length, DataBlock.keyLength(block, i));
      assertArrayEquals(
          entry.value(),
          Arrays.copyOfRange(block, DataBlock.value(block, i), DataBlock.end(block, i)));
    }
  }

  private static BlockIndex index(List<Entry> separators) throws CorruptTableException {
    BlockIndexBuilder builder = new BlockIndexBuilder();
    long offset = Frame.HEADER_BYTES;
    for (Entry separator : separators) {
      BlockHandle handle = new BlockHandle(offset, 100, 150);
      byte[] key = separator.key();
      if (separator.tag() == 0) {
        builder.add(handle, 2, key, key.length);
      } else {
        builder.add(handle, 2, key, key.length, separator.tag());
      }
      offset = handle.end();
    }
    ByteWriter built = builder.build();
    return BlockIndexParser.parse(new ByteReader(built.array(), 0, built.length()), offset);
  }

  /** The block behind the last separator that lies before what is wanted. */
  @Property
  void anIndexIsSearchedAsASortedList(
      @ForAll("fewEntries") List<Entry> separators, @ForAll("wanted") Entry wanted)
      throws CorruptTableException {
    BlockIndex index = index(separators);
    List<Entry> all = new ArrayList<>(separators);
    all.add(wanted);
    for (Entry asked : all) {
      long before = separators.stream().filter(s -> s.compareTo(asked) < 0).count();
      byte[] within = joined(new byte[] {7}, joined(asked.key(), new byte[] {7}));
      assertEquals(before, index.find(within, 1, asked.key().length, asked.tag()));
    }
  }

  @Property
  void anIndexHoldsItsSeparators(@ForAll("fewEntries") List<Entry> separators)
      throws CorruptTableException {
    BlockIndex index = index(separators);
    assertEquals(separators.size(), index.count());
    for (int i = 0; i < separators.size(); i++) {
      assertArrayEquals(separators.get(i).key(), index.separator(i));
      assertEquals(separators.get(i).tag(), index.separatorTag(i));
      assertEquals(2L * i, index.firstOrdinal(i));
      assertEquals(i, index.blockOf(2L * i + 1));
    }
  }
}
