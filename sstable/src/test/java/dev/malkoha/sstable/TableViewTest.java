package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.TableDump;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.BitSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Views of one table: what they share, and what each has for itself. */
class TableViewTest {

  private static final int ENTRIES = 400;

  private final Tables tables = new Tables();
  private final BlockCache cache = new BlockCache(1 << 20);
  private final String name;

  TableViewTest() throws IOException {
    name = tables.build(entries(), Tables.options(512, Codecs.NONE));
  }

  private static SortedSet<Entry> entries() {
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < ENTRIES; i++) {
      entries.add(Entry.of("%08d".formatted(i), 1, "v".repeat(20)));
    }
    return entries;
  }

  private static BitSet range(int from, int to) {
    BitSet dead = new BitSet();
    dead.set(from, to);
    return dead;
  }

  private static TableReader view(TableReader table, int from, int to) throws IOException {
    return Deletions.apply(table, Deletions.of(table, Tables.HASHER, range(from, to)));
  }

  private static boolean get(TableReader table, int number) throws IOException {
    byte[] key = Entry.bytes("%08d".formatted(number));
    return table.get(key, 0, key.length, -1, new Lookup());
  }

  private static boolean mayContain(TableReader table, int number) {
    byte[] key = Entry.bytes("%08d".formatted(number));
    return table.mayContain(Tables.HASHER.hash(key, 0, key.length));
  }

  @Test
  void eachHasItsOwnVectorAndFilter() throws IOException {
    try (TableReader base = tables.open(name, cache)) {
      Filter filter = base.filter();
      TableReader some = view(base, 100, 200);
      assertNull(base.vector());
      assertNotNull(some.vector());
      assertSame(filter, base.filter());
      assertTrue(get(base, 150));
      assertFalse(get(some, 150));
      assertTrue(mayContain(base, 150));
      assertTrue(get(some, 99) && get(some, 200));
      assertEquals(ENTRIES - 100, some.filter().keys());
      long maybe = IntStream.range(100, 200).filter(i -> mayContain(some, i)).count();
      assertTrue(maybe < 10, () -> maybe + " of 100 taken out");
      base.verify();
      some.verify();
    }
  }

  /** A view in which nothing is dead is the table, and as fast. */
  @Test
  void anEmptyVectorIsNone() throws IOException {
    try (TableReader base = tables.open(name, cache)) {
      assertNull(base.with(DeletionVector.none(ENTRIES), base.filter()).vector());
      assertThrows(
          IllegalArgumentException.class,
          () -> base.with(DeletionVector.none(ENTRIES + 1), base.filter()));
    }
  }

  @Test
  void whatOneReadsAllHaveInMemory() throws IOException {
    try (TableReader base = tables.open(name, cache)) {
      TableReader some = view(base, 0, 10);
      byte[] key = Entry.bytes("%08d".formatted(300));
      long reads = cache.blockReads();
      assertTrue(get(some, 300));
      assertEquals(TableTrace.Source.CACHE, base.trace(key, 0, key.length, -1).source());
      assertTrue(get(base, 300));
      assertEquals(reads + 1, cache.blockReads());
      byte[] behind = Entry.bytes("9");
      assertEquals(base.properties().dataBlocks(), base.blockNumber(behind, 0, behind.length, -1));
    }
  }

  @Test
  void deadBlocksAreCountedAndNotRead() throws IOException {
    try (TableReader base = tables.open(name, cache)) {
      TableReader some = view(base, 0, 390);
      long reads = cache.blockReads();
      assertFalse(get(some, 5));
      assertEquals(reads, cache.blockReads());
      assertEquals(1, cache.deadBlocksSkipped());
      TableCursor cursor = some.cursor(true);
      byte[] key = Entry.bytes("%08d".formatted(7));
      cursor.seek(key, 0, key.length, -1);
      assertEquals(390, cursor.ordinal());
      assertEquals(1, cursor.blocksRead());
      assertEquals(reads + 1, cache.blockReads());
      int at = some.index().blockOf(390);
      assertEquals(1 + at - some.index().blockOf(7), cache.deadBlocksSkipped());
    }
  }

  /** A scan reads each block with something alive once, and nothing of others, either way. */
  @Test
  void aScanReadsNothingOfDeadBlocks() throws IOException {
    byte[] bytes = tables.bytes(entries(), Tables.options(512, Codecs.NONE));
    HeapFile file = new HeapFile(bytes);
    try (TableReader base =
        TableReader.open(file, Tables.FILE_ID, new BlockCache(0), Tables.HASHER)) {
      BitSet dead = new BitSet();
      for (int block = 1; block < base.index().count(); block += 2) {
        dead.set(
            (int) base.index().firstOrdinal(block), (int) base.index().firstOrdinal(block + 1));
      }
      TableCursor cursor = base.with(Deletions.vector(dead, ENTRIES), base.filter()).cursor(false);
      int alive = (base.index().count() + 1) / 2;
      int before = file.reads();
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assertFalse(dead.get((int) cursor.ordinal()));
      }
      assertEquals(alive, file.reads() - before);
      assertEquals(alive, cursor.blocksRead());
      cursor = base.with(Deletions.vector(dead, ENTRIES), base.filter()).cursor(false);
      before = file.reads();
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        assertFalse(dead.get((int) cursor.ordinal()));
      }
      assertEquals(alive, file.reads() - before);
    }
  }

  @Test
  void closingOneClosesAll() throws IOException {
    TableReader base = tables.open(name, cache);
    TableReader some = view(base, 0, 10);
    assertTrue(get(some, 300));
    TableCursor cursor = base.cursor(false);
    cursor.seekToFirst();
    some.close();
    assertEquals(0, cache.usedBytes());
    assertThrows(IllegalStateException.class, () -> get(base, 300));
    assertThrows(IllegalStateException.class, () -> base.cursor(true));
    assertThrows(IllegalStateException.class, () -> some.cursorOverAll(true));
    assertThrows(IllegalStateException.class, some::verify);
    assertThrows(IllegalStateException.class, cursor::seekToLast);
    base.close();
    some.close();
  }

  /** A filter is the largest part of what a table keeps in memory. */
  @Test
  void aFilterThatNoViewHasIsGarbage() throws IOException {
    TableReader base = tables.open(name, cache);
    WeakReference<Filter> old = new WeakReference<>(base.filter());
    TableReader view = view(base, 0, 200);
    base = view;
    for (int i = 0; i < 50 && old.get() != null; i++) {
      System.gc();
    }
    assertNull(old.get());
    assertTrue(base.filter() instanceof RemovableFilter filter && filter.removed() == 200);
    base.close();
  }

  @Test
  void theDumpMarksTheDead() throws IOException {
    try (TableReader base = tables.open(name, cache)) {
      StringBuilder text = new StringBuilder();
      TableDump.write(base, text);
      assertFalse(text.toString().contains("dead"), text::toString);
      text.setLength(0);
      TableDump.write(view(base, 3, 6), text);
      String dump = text.toString();
      assertEquals(3, dump.lines().filter(line -> line.endsWith(", dead")).count(), dump);
      assertTrue(dump.contains("deletions: 3 dead of 400 entries\n"), dump);
      assertTrue(dump.contains("397 keys, 3 removed"), dump);
      assertTrue(
          dump.contains("entry 5: key 3030303030303035 tag 1, value of 20 bytes, dead"), dump);
      int live = base.index().entries(0) - 3;
      assertTrue(dump.contains("entries %d (%d live)".formatted(live + 3, live)), dump);
    }
  }
}
