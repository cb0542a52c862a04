package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocks that do not enter the cache are searched as they are stored, and verified at each read.
 */
final class StoredBlocksTest {

  private static final long SEED = 2_026_11_23;

  private final BlockCache cache = new BlockCache(10 << 20);

  private static boolean get(TableReader table, Entry entry, Lookup result) throws IOException {
    return table.get(entry.key(), 0, entry.key().length, entry.tag(), result);
  }

  private static byte[] bytes(EntrySets kind) throws IOException {
    return bytes(kind, Codecs.NONE);
  }

  private static byte[] bytes(EntrySets kind, int codec) throws IOException {
    return new Tables().bytes(kind.make(SEED), Tables.options(1024, codec));
  }

  private static TableReader openUncached(HeapFile file) throws IOException {
    return TableReader.open(file, Tables.FILE_ID, new BlockCache(0), Tables.HASHER);
  }

  private TableReader open(HeapFile file) throws IOException {
    return TableReader.open(file, Tables.FILE_ID, cache, Tables.HASHER);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsFoundAgainIsWhatWasFound(EntrySets kind) throws IOException {
    for (int codec : new int[] {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD}) {
      assertFindsTwice(kind, openUncached(new HeapFile(bytes(kind, codec))));
    }
  }

  private static void assertFindsTwice(EntrySets kind, TableReader table) throws IOException {
    Lookup first = new Lookup();
    Lookup again = new Lookup();
    for (Entry entry : kind.make(SEED)) {
      assertTrue(get(table, entry, first));
      assertTrue(get(table, entry, again));
      assertEquals(entry.tag(), again.tag);
      assertEquals(first.tag, again.tag);
      assertEquals(first.ordinal, again.ordinal);
      assertArrayEquals(entry.value(), again.takeValue());
    }
  }

  @Test
  void eachBlockIsReadOnceAndKept() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    HeapFile file = new HeapFile(bytes(EntrySets.COUNTED));
    TableReader table = open(file);
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      assertTrue(get(table, entry, lookup));
    }
    int reads = file.reads();
    assertEquals(table.properties().dataBlocks(), cache.blockReads());
    assertEquals(entries.size() - cache.blockReads(), cache.cacheHits());
    for (Entry entry : entries) {
      assertTrue(get(table, entry, lookup));
    }
    assertEquals(reads, file.reads());
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // that very array
  void aValueThatWasTakenIsNotWrittenToAgain() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    TableReader table = open(new HeapFile(bytes(EntrySets.COUNTED)));
    Lookup lookup = new Lookup();
    for (int round = 0; round < 2; round++) {
      byte[] before = {};
      byte[] copy = {};
      for (Entry entry : entries) {
        assertTrue(get(table, entry, lookup));
        assertArrayEquals(copy, before);
        byte[] taken = lookup.takeValue();
        assertTrue(taken.length == 0 || taken != before);
        before = taken;
        copy = taken.clone();
      }
    }
  }

  /** A holder that is used again and again is not left with the largest value that there was. */
  @Test
  void longValuesAreLetGoOf() throws IOException {
    for (int codec : new int[] {Codecs.NONE, Codecs.LZ4, Codecs.ZSTD}) {
      TableReader table = openUncached(new HeapFile(bytes(EntrySets.HUGE, codec)));
      Lookup lookup = new Lookup();
      int longest = 0;
      for (int round = 0; round < 2; round++) {
        for (Entry entry : EntrySets.HUGE.make(SEED)) {
          assertTrue(get(table, entry, lookup));
          assertEquals(entry.value().length, lookup.valueLength);
          longest = Math.max(longest, lookup.valueLength);
          lookup.clear();
          assertEquals(0, lookup.buffer.length);
          assertTrue(lookup.search.value().length <= 128 << 10);
        }
      }
      assertTrue(longest > 128 << 10, "the longest value has " + longest + " bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD})
  void damageThatIsThereWhenABlockIsFirstReadIsFound(int codec) throws IOException {
    assertFindsDamage(codec, this::open);
    assertFindsDamage(codec, StoredBlocksTest::openUncached);
  }

  private interface Opening {
    TableReader open(HeapFile file) throws IOException;
  }

  private static void assertFindsDamage(int codec, Opening opening) throws IOException {
    HeapFile file = new HeapFile(bytes(EntrySets.COUNTED, codec));
    TableReader table = opening.open(file);
    file.bytes()[200] ^= 1; // of the first data block
    Entry first = EntrySets.COUNTED.make(SEED).first();
    for (int i = 0; i < 3; i++) {
      assertThrows(CorruptTableException.class, () -> get(table, first, new Lookup()));
    }
  }

  /** The file changes under an open table: no answer is made of bytes that nobody has verified. */
  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "COUNTED", "ALL_TAG_WIDTHS", "VERSIONS_OF_FEW_KEYS"})
  void whatChangedAfterABlockWasReadIsNoticed(EntrySets kind) throws IOException {
    for (int codec : new int[] {Codecs.NONE, Codecs.SNAPPY, Codecs.LZ4, Codecs.ZSTD}) {
      assertNoticed(kind, bytes(kind, codec));
    }
  }

  private static void assertNoticed(EntrySets kind, byte[] sound) throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(kind.make(SEED));
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < Trials.count(30); round++) {
      HeapFile file = new HeapFile(sound.clone());
      TableReader table = openUncached(file);
      Lookup lookup = new Lookup();
      for (Entry entry : entries) {
        assertTrue(get(table, entry, lookup));
      }
      damage(file.bytes(), random, (int) table.index().dataEnd());
      int refused = 0;
      for (Entry entry : entries) {
        try {
          assertTrue(get(table, entry, lookup));
          assertArrayEquals(entry.value(), lookup.takeValue());
        } catch (CorruptTableException e) {
          refused++;
        }
      }
      assertTrue(refused > 0);
    }
  }

  /** Blocks that all are wanted alike do not push each other out all the time. */
  @Test
  void aFullCacheIsEnteredNowAndThen() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    BlockCache small = new BlockCache(16 << 10);
    HeapFile file = new HeapFile(bytes(EntrySets.COUNTED, Codecs.LZ4));
    TableReader table = TableReader.open(file, Tables.FILE_ID, small, Tables.HASHER);
    Lookup lookup = new Lookup();
    int worth = 0;
    for (int i = 0; i < 20; i++) {
      for (Entry entry : entries) {
        assertTrue(get(table, entry, lookup));
        assertArrayEquals(entry.value(), lookup.takeValue());
      }
    }
    for (int i = 0; i < 128_000; i++) {
      worth += small.isWorthKeeping(1000, false) ? 1 : 0;
    }
    assertTrue(worth > 800 && worth < 1200, "would enter: " + worth + " of 128,000");
    assertTrue(small.usedBytes() > 0 && small.usedBytes() <= small.capacityBytes());
  }

  /**
   * Where each read waits for the device, what was wanted once is there when it is wanted again.
   */
  @Test
  void aFullCacheIsEnteredAtOnceByWhatComesFromTheDevice() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    BlockCache small = new BlockCache(16 << 10);
    HeapFile file =
        new HeapFile(bytes(EntrySets.COUNTED, Codecs.LZ4)) {
          @Override
          public boolean isFar() {
            return true;
          }
        };
    TableReader table = TableReader.open(file, Tables.FILE_ID, small, Tables.HASHER);
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      assertTrue(get(table, entry, lookup));
    }
    for (Entry entry : List.of(entries.first(), entries.last(), entries.first())) {
      get(table, entry, lookup);
      long reads = small.blockReads();
      assertTrue(get(table, entry, lookup));
      assertArrayEquals(entry.value(), lookup.takeValue());
      assertEquals(reads, small.blockReads(), "blocks read for what was read just now");
    }
    assertTrue(small.usedBytes() <= small.capacityBytes());
  }

  private static void damage(byte[] bytes, SplittableRandom random, int end) {
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(16, end);
      bytes[at] = (byte) random.nextInt();
    }
  }
}
