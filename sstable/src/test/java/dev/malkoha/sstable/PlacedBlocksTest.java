package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plain blocks are proved once and then read where they lie in the file. */
final class PlacedBlocksTest {

  private static final long SEED = 2_026_11_23;

  private final BlockCache cache = new BlockCache(10 << 20);

  private static boolean get(TableReader table, Entry entry, Lookup result) throws IOException {
    return table.get(entry.key(), 0, entry.key().length, entry.tag(), result);
  }

  private static byte[] bytes(EntrySets kind) throws IOException {
    return new Tables().bytes(kind.make(SEED), Tables.options(1024, Codecs.NONE));
  }

  private TableReader open(HeapFile file) throws IOException {
    return TableReader.open(file, Tables.FILE_ID, cache, Tables.HASHER);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsFoundInPlaceIsWhatWasFoundInTheCopy(EntrySets kind) throws IOException {
    TableReader table = open(new HeapFile(bytes(kind)));
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
    assertEquals(0, cache.usedBytes());
  }

  @Test
  void eachBlockIsReadOnceAndKeptNowhere() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    HeapFile file = new HeapFile(bytes(EntrySets.COUNTED));
    TableReader table = open(file);
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      assertTrue(get(table, entry, lookup));
    }
    int reads = file.reads();
    assertEquals(table.properties().dataBlocks(), cache.blockReads());
    assertEquals(entries.size() - cache.blockReads(), cache.readsInPlace());
    assertEquals(0, cache.cacheHits());
    for (Entry entry : entries) {
      assertTrue(get(table, entry, lookup));
    }
    assertEquals(reads, file.reads());
    assertEquals(0, cache.usedBytes());
  }

  @Test
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

  @Test
  void damageThatIsThereWhenABlockIsFirstReadIsFound() throws IOException {
    HeapFile file = new HeapFile(bytes(EntrySets.COUNTED));
    TableReader table = open(file);
    file.bytes()[200] ^= 1; // of the first data block
    Entry first = EntrySets.COUNTED.make(SEED).first();
    for (int i = 0; i < 3; i++) {
      assertThrows(CorruptTableException.class, () -> get(table, first, new Lookup()));
    }
  }

  /**
   * Nobody can tell by then, but for what leads out of the block: that is read anew, and proved.
   */
  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "COUNTED", "ALL_TAG_WIDTHS", "VERSIONS_OF_FEW_KEYS"})
  void whateverBecomesOfAProvedBlockIsAnAnswerOrCorruption(EntrySets kind) throws IOException {
    byte[] sound = bytes(kind);
    TreeSet<Entry> entries = new TreeSet<>(kind.make(SEED));
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 60; round++) {
      HeapFile file = new HeapFile(sound.clone());
      TableReader table = open(file);
      Lookup lookup = new Lookup();
      for (Entry entry : entries) {
        assertTrue(get(table, entry, lookup));
      }
      damage(file.bytes(), random, (int) table.index().dataEnd());
      for (Entry entry : entries) {
        try {
          if (get(table, entry, lookup)) {
            Arrays.hashCode(lookup.takeValue());
          }
        } catch (CorruptTableException e) {
          assertTrue(String.valueOf(e.getMessage()).contains("bytes"), e.getMessage());
        }
      }
    }
  }

  private static void damage(byte[] bytes, SplittableRandom random, int end) {
    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(16, end);
      bytes[at] = (byte) random.nextInt();
    }
  }
}
