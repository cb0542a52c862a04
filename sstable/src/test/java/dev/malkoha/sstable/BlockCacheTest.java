package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The cache keeps to its budget, and keeps what is used before what is scanned. */
class BlockCacheTest {

  private static final long SEED = Trials.seed();
  private static final int BLOCK = 1000;

  /** What a block of {@link #BLOCK} bytes is charged. */
  private static final int CHARGE = BLOCK + 24;

  private final BlockCache cache = new BlockCache(20 * CHARGE);
  private final ResidentBlocks owner = new ResidentBlocks(1000);

  private void admit(int number, boolean referenced) {
    byte[] block = new byte[BLOCK];
    assertSame(block, cache.admit(owner, number, block, referenced));
  }

  @Test
  void theOldestBlockMakesRoom() {
    for (int i = 0; i < 100; i++) {
      admit(i, false);
      assertEquals((long) Math.min(i + 1, 20) * CHARGE, cache.usedBytes());
      assertNotNull(owner.get(i));
      if (i >= 20) {
        assertNull(owner.get(i - 20));
      }
    }
  }

  @Test
  void usedBlocksStayWhileOthersPass() {
    for (int i = 0; i < 10; i++) {
      admit(i, true);
    }
    for (int i = 10; i < 500; i++) {
      admit(i, false);
      if (i % 5 == 0) {
        for (int used = 0; used < 10; used++) {
          owner.reference(used);
        }
      }
    }
    for (int used = 0; used < 10; used++) {
      assertNotNull(owner.get(used), "block " + used);
    }
  }

  @Test
  void aCacheFullOfUsedBlocksStillMakesRoom() {
    for (int i = 0; i < 20; i++) {
      admit(i, true);
    }
    admit(20, false);
    assertNotNull(owner.get(20));
    assertNull(owner.get(0));
    assertEquals(20 * CHARGE, cache.usedBytes());
  }

  /** What scans come by once does not push out what they came by before, block for block. */
  @Test
  void whatIsOfferedEntersAFullCacheNowAndThen() {
    ResidentBlocks scanned = new ResidentBlocks(16_000);
    int entered = 0;
    for (int i = 0; i < scanned.count(); i++) {
      byte[] block = new byte[BLOCK];
      assertSame(block, cache.offer(scanned, i, block, i % 2 == 0, false));
      boolean isIn = scanned.get(i) != null;
      assertTrue(isIn || i >= 20, "there was room");
      entered += isIn ? 1 : 0;
    }
    assertTrue(entered > 800 && entered < 1200, "entered: " + entered + " of 16,000");
    assertEquals(20 * CHARGE, cache.usedBytes());
  }

  @Test
  void theBlockThatWasThereBeforeIsUsed() {
    byte[] first = new byte[BLOCK];
    cache.admit(owner, 3, first, false);
    assertSame(first, cache.admit(owner, 3, new byte[BLOCK], false));
    assertEquals(CHARGE, cache.usedBytes());
  }

  @Test
  void aBlockAboveAnEighthOfTheBudgetIsNotKept() {
    byte[] large = new byte[20 * CHARGE / 8];
    assertSame(large, cache.admit(owner, 1, large, true));
    assertNull(owner.get(1));
    assertEquals(0, cache.usedBytes());
  }

  @Test
  void aCacheWithoutBudgetKeepsNothing() {
    BlockCache none = new BlockCache(0);
    none.admit(owner, 1, new byte[1], true);
    assertNull(owner.get(1));
    assertThrows(IllegalArgumentException.class, () -> new BlockCache(-1));
  }

  @Test
  void closingATableFreesItsBytesAndNoOthers() {
    ResidentBlocks other = new ResidentBlocks(10);
    for (int i = 0; i < 9; i++) {
      admit(i, false);
      cache.admit(other, i, new byte[BLOCK], false);
    }
    cache.close(owner);
    assertEquals(9 * CHARGE, cache.usedBytes());
    for (int i = 0; i < 9; i++) {
      assertNull(owner.get(i));
      assertNotNull(other.get(i));
    }
    cache.admit(owner, 1, new byte[BLOCK], false);
    assertNull(owner.get(1), "a closed table's block was kept");
    cache.close(other);
    assertEquals(0, cache.usedBytes());
  }

  @Test
  void theQueueGrowsAndWrapsAround() {
    BlockCache large = new BlockCache(5000L * (100 + 24));
    ResidentBlocks many = new ResidentBlocks(20_000);
    for (int i = 0; i < 20_000; i++) {
      large.admit(many, i, new byte[100], i % 3 == 0);
      assertTrue(large.usedBytes() <= large.capacityBytes());
    }
    int resident = 0;
    for (int i = 0; i < 20_000; i++) {
      resident += many.get(i) == null ? 0 : 1;
    }
    assertEquals(5000, resident);
    large.close(many);
    assertEquals(0, large.usedBytes());
  }

  @Test
  void countsReadsAndHits() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    Tables tables = new Tables();
    BlockCache all = new BlockCache(10 << 20);
    TableReader table =
        tables.open(tables.build(entries, Tables.options(1024, Codecs.SNAPPY)), all);
    int blocks = table.properties().dataBlocks();
    Lookup lookup = new Lookup();
    for (Entry entry : entries) {
      assertTrue(table.get(entry.key(), 0, entry.key().length, -1, lookup));
    }
    assertEquals(blocks, all.blockReads());
    assertEquals(entries.size() - blocks, all.cacheHits());
    scan(table, false);
    assertEquals(blocks, all.blockReads());
    assertEquals(entries.size(), all.cacheHits());
  }

  @Test
  void aScanThatDoesNotFillLeavesNothing() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(SEED));
    Tables tables = new Tables();
    BlockCache all = new BlockCache(10 << 20);
    TableReader table =
        tables.open(tables.build(entries, Tables.options(1024, Codecs.SNAPPY)), all);
    scan(table, false);
    assertEquals(0, all.usedBytes());
    assertEquals(table.properties().dataBlocks(), all.blockReads());
    scan(table, true);
    assertTrue(all.usedBytes() > 0);
  }

  /** Blocks that gets and seeks come back to stay in memory while a larger table is scanned. */
  @Test
  void aScanLeavesWhatIsUsed() throws IOException {
    Tables tables = new Tables();
    BlockCache shared = new BlockCache(64 << 10);
    TableOptions options = Tables.options(1024, Codecs.NONE);
    NavigableSet<Entry> used = new TreeSet<>();
    NavigableSet<Entry> scanned = new TreeSet<>();
    for (int i = 0; i < 4000; i++) {
      Entry entry = Entry.of("%06d".formatted(i), 1, "value ".repeat(10));
      (i < 200 ? used : scanned).add(entry);
    }
    TableReader small = tables.open(tables.build(used, options), shared);
    TableReader large = tables.open(tables.build(scanned, options), shared);
    TableCursor seeker = small.cursor(true);
    seekAll(seeker, used);
    seekAll(seeker, used);
    long reads = shared.blockReads();
    seekAll(seeker, used);
    assertEquals(reads, shared.blockReads());
    try (TableCursor cursor = large.cursor(true)) {
      int steps = 0;
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (++steps % 400 == 0) {
          seekAll(seeker, used);
        }
      }
    }
    assertEquals(reads + large.properties().dataBlocks(), shared.blockReads());
  }

  private static void seekAll(TableCursor cursor, NavigableSet<Entry> entries) throws IOException {
    for (Entry entry : entries) {
      cursor.seek(entry.key(), 0, entry.key().length, -1);
      assertTrue(cursor.valid());
    }
  }

  private static void scan(TableReader table, boolean fillCache) throws IOException {
    try (TableCursor cursor = table.cursor(fillCache)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assertTrue(cursor.keyLength() > 0);
      }
    }
  }

  @Test
  void threadsShareASmallCacheAndGetRightAnswers()
      throws IOException, InterruptedException, ExecutionException {
    List<Entry> entries = List.copyOf(EntrySets.RANDOM.make(SEED));
    Tables tables = new Tables();
    BlockCache small = new BlockCache(16 << 10);
    String name = tables.build(new TreeSet<>(entries), Tables.options(512, Codecs.SNAPPY));
    TableReader table = tables.open(name, small);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        long seed = SEED + i;
        runs.add(
            threads.submit(
                () -> {
                  readAtRandom(table, small, entries, seed);
                  return true;
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
    table.close();
    assertEquals(0, small.usedBytes());
  }

  private static void readAtRandom(
      TableReader table, BlockCache cache, List<Entry> entries, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Lookup lookup = new Lookup();
    TableCursor cursor = table.cursor(true);
    for (int i = 0; i < 20_000; i++) {
      Entry entry = entries.get(random.nextInt(entries.size()));
      byte[] key = entry.key();
      assertTrue(table.get(key, 0, key.length, entry.tag(), lookup));
      int from = lookup.valueOffset;
      assertArrayEquals(
          entry.value(), Arrays.copyOfRange(lookup.buffer, from, from + lookup.valueLength));
      cursor.seek(key, 0, key.length, entry.tag());
      assertEquals(entry.tag(), cursor.tag());
      assertTrue(cache.usedBytes() <= cache.capacityBytes());
    }
  }
}
