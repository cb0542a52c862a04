package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A view of a table with dead entries shows what a sorted list of the others has, and reads no
 * block in which there is none.
 */
class DeadEntriesModelTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(DeadEntriesModelTest.class);
  private static final int STEPS = 1500;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final BlockCache cache = new BlockCache(64 << 20);

  static Stream<Arguments> tables() {
    List<Arguments> all = new ArrayList<>();
    for (EntrySets entries : EntrySets.values()) {
      if (entries != EntrySets.EMPTY) {
        for (DeadSets dead : DeadSets.values()) {
          all.add(Arguments.of(entries, dead, TableOptions.MIN_BLOCK_BYTES));
          all.add(Arguments.of(entries, dead, 4096));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void answersAsTheModelDoes(EntrySets kind, DeadSets deadKind, int blockBytes) throws IOException {
    List<Entry> entries = List.copyOf(kind.make(SEED));
    BitSet dead = deadKind.make(random, entries.size());
    Tables tables = new Tables();
    String name = tables.build(kind.make(SEED), Tables.options(blockBytes, Codecs.NONE));
    String context = " in " + kind + " " + deadKind + ", " + REPLAY;
    DeletionVector vector = vector(dead, entries.size());
    try (TableReader base = tables.open(name, cache)) {
      TableReader view = base.with(vector, base.filter());
      assertEquals(dead.isEmpty(), view.vector() == null, context);
      checkWalk(view, entries, dead, context);
      checkGets(view, entries, dead, context);
      checkLookups(view, entries, context);
      checkEstimates(view, entries, dead, context);
      checkNoDeadBlockIsResident(view, entries, dead, context);
      checkOverAll(view.cursorOverAll(false), entries, context);
      checkOverAll(base.cursor(false), entries, context);
    }
    BlockCache nothing = new BlockCache(0);
    try (TableReader base = tables.open(name, nothing)) {
      checkReads(base.with(vector, base.filter()), dead, nothing, context);
    }
  }

  private static DeletionVector vector(BitSet dead, int entries) {
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    dead.stream().forEach(builder::add);
    return builder.build();
  }

  /** Every operation of a cursor, at random, against the ordinal that the model would have. */
  private void checkWalk(TableReader view, List<Entry> entries, BitSet dead, String context)
      throws IOException {
    TableCursor cursor = view.cursor(true);
    int at = -1;
    for (int i = 0; i < STEPS; i++) {
      long skipped = cache.deadBlocksSkipped();
      int before = at;
      boolean valid = at >= 0 && at < entries.size();
      switch (valid ? random.nextInt(12) : random.nextInt(3)) {
        case 0 -> {
          cursor.seekToFirst();
          at = dead.nextClearBit(0);
        }
        case 1 -> {
          cursor.seekToLast();
          at = dead.previousClearBit(entries.size() - 1);
        }
        case 2, 3 -> {
          Entry target = target(entries);
          cursor.seek(target.key(), 0, target.key().length, target.tag());
          int found = Collections.binarySearch(entries, target);
          at = dead.nextClearBit(found < 0 ? ~found : found);
        }
        case 4, 5, 6, 7 -> {
          cursor.next();
          at = dead.nextClearBit(at + 1);
        }
        default -> {
          cursor.prev();
          at = dead.previousClearBit(at - 1);
        }
      }
      checkAt(cursor, entries, at, context);
      assertTrue(cache.deadBlocksSkipped() >= skipped, () -> "from " + before + context);
    }
  }

  private Entry target(List<Entry> entries) {
    Entry entry = entries.get(random.nextInt(entries.size()));
    byte[] key = entry.key();
    if (random.nextInt(3) == 0) {
      key = Arrays.copyOf(key, random.nextInt(key.length + 1));
    }
    long tag = random.nextInt(3) == 0 ? random.nextLong() : entry.tag() + random.nextInt(3) - 1;
    return new Entry(key, tag, new byte[0]);
  }

  private static void checkAt(
      TableCursor cursor, List<Entry> entries, int ordinal, String context) {
    boolean exists = ordinal >= 0 && ordinal < entries.size();
    assertEquals(exists, cursor.valid(), () -> "valid at " + ordinal + context);
    if (exists) {
      Entry entry = entries.get(ordinal);
      assertEquals(ordinal, cursor.ordinal(), context);
      assertTrue(
          Arrays.equals(
              entry.key(), 0, entry.key().length, cursor.keyBuffer(), 0, cursor.keyLength()),
          context);
      assertEquals(entry.tag(), cursor.tag(), context);
      assertEquals(entry.value().length, cursor.valueLength(), context);
    }
  }

  /** An entry is found if it is the newest of its key up to the tag, and alive. */
  private void checkGets(TableReader view, List<Entry> entries, BitSet dead, String context)
      throws IOException {
    Lookup lookup = new Lookup();
    for (int i = 0; i < STEPS; i++) {
      Entry target = target(entries);
      int found = Collections.binarySearch(entries, target);
      int ordinal = found < 0 ? ~found : found;
      boolean exists =
          ordinal < entries.size()
              && Arrays.equals(entries.get(ordinal).key(), target.key())
              && !dead.get(ordinal);
      byte[] key = target.key();
      assertEquals(exists, view.get(key, 0, key.length, target.tag(), lookup), context);
      if (exists) {
        assertEquals(ordinal, lookup.ordinal, context);
        assertEquals(entries.get(ordinal).tag(), lookup.tag, context);
      }
    }
  }

  /** Keys that are looked up together are found as they are one by one. */
  private void checkLookups(TableReader view, List<Entry> entries, String context)
      throws IOException {
    Lookup lookup = new Lookup();
    for (int i = 0; i < STEPS / 50; i++) {
      int most = 1 + random.nextInt(Lookups.MOST);
      long maxTag = random.nextBoolean() ? -1L : target(entries).tag();
      List<Entry> targets = Stream.generate(() -> target(entries)).limit(most).sorted().toList();
      Lookups together = new Lookups(most);
      for (Entry target : targets) {
        assertFalse(together.isFull(), context);
        together.add(view, target.key(), Tables.HASHER.hash(target.key(), 0, target.key().length));
      }
      assertTrue(together.isFull(), context);
      long maybe = together.askFilters();
      long found = together.find(-1L >>> (Long.SIZE - most), maxTag);
      for (int k = 0; k < most; k++) {
        byte[] key = targets.get(k).key();
        boolean exists = view.get(key, 0, key.length, maxTag, lookup);
        assertEquals(exists, (found >>> k & 1) != 0, context);
        if (exists) {
          assertTrue((maybe >>> k & 1) != 0, context);
          assertEquals(lookup.tag, together.tag(k), context);
          assertEquals(lookup.valueOffset, together.valueOffset(k), context);
          assertEquals(lookup.valueOffset + lookup.valueLength, together.valueEnd(k), context);
        }
      }
    }
  }

  /** An estimate is off by less than the entries of the blocks that the two ends are in. */
  private void checkEstimates(TableReader view, List<Entry> entries, BitSet dead, String context) {
    assertEquals(entries.size() - dead.cardinality(), view.estimateLive(new byte[0], null));
    for (int i = 0; i < STEPS / 50; i++) {
      byte[] from = target(entries).key();
      byte[] to = random.nextInt(4) == 0 ? null : target(entries).key();
      int first = firstAtOrAbove(entries, from);
      int behind = Math.max(first, to == null ? entries.size() : firstAtOrAbove(entries, to));
      long live = (long) behind - first - dead.get(first, behind).cardinality();
      long off = Math.abs(live - view.estimateLive(from, to));
      long slack = blockEntries(view, from) + (to == null ? 0 : blockEntries(view, to));
      assertTrue(off <= slack, () -> off + " off of " + live + context);
    }
  }

  private static int firstAtOrAbove(List<Entry> entries, byte[] key) {
    int found = Collections.binarySearch(entries, new Entry(key, -1L, new byte[0]));
    return found < 0 ? ~found : found;
  }

  private static long blockEntries(TableReader view, byte[] key) {
    int block = view.blockNumber(key, 0, key.length, -1L);
    return block == view.index().count() ? 0 : view.index().entries(block);
  }

  /** Of all that walks and gets went to with a cache that keeps everything. */
  private static void checkNoDeadBlockIsResident(
      TableReader view, List<Entry> entries, BitSet dead, String context) throws IOException {
    BlockIndex index = view.index();
    for (int block = 0; block < index.count(); block++) {
      long first = index.firstOrdinal(block);
      Entry entry = entries.get((int) first);
      boolean isDead = dead.nextClearBit((int) first) >= index.firstOrdinal(block + 1);
      byte[] key = entry.key();
      assertEquals(block, view.blockNumber(key, 0, key.length, entry.tag()), context);
      TableTrace.Source source = view.trace(key, 0, key.length, entry.tag()).source();
      assertFalse(isDead && source == TableTrace.Source.CACHE, context);
    }
  }

  /**
   * A scan that nothing is cached for reads each block with a live entry, and counts the others.
   */
  private static void checkReads(TableReader view, BitSet dead, BlockCache nothing, String context)
      throws IOException {
    BlockIndex index = view.index();
    long live = 0;
    for (int block = 0; block < index.count(); block++) {
      int next = dead.nextClearBit((int) index.firstOrdinal(block));
      live += next < index.firstOrdinal(block + 1) ? 1 : 0;
    }
    TableCursor cursor = view.cursor(true);
    for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
      assertFalse(dead.get((int) cursor.ordinal()), context);
    }
    assertEquals(live, cursor.blocksRead(), context);
    assertEquals(index.count() - live, nothing.deadBlocksSkipped(), context);
    for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
      assertFalse(dead.get((int) cursor.ordinal()), context);
    }
    // The last block is at hand already.
    assertEquals(Math.max(0, 2 * live - 1), cursor.blocksRead(), context);
    assertEquals(2 * (index.count() - live), nothing.deadBlocksSkipped(), context);
  }

  private static void checkOverAll(TableCursor cursor, List<Entry> entries, String context)
      throws IOException {
    cursor.seekToFirst();
    for (int i = 0; i < entries.size(); i++) {
      checkAt(cursor, entries, i, context);
      cursor.next();
    }
    assertFalse(cursor.valid(), context);
  }
}
