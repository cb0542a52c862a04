package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.fuzz.Input;
import dev.malkoha.fuzz.Limits;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.TableDump;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table file: opened, searched, walked both ways, checked and dumped. Of one that passes its
 * check every entry is found again by its key.
 */
public final class TableTarget {

  private TableTarget() {}

  /** Tables of all shapes, whole and grown. */
  public static Stream<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (int codec = 0; codec < Codecs.COUNT; codec++) {
      seeds.add(Input.bytes(0, SmallTables.table(40, codec, FilterPolicy.cuckoo(0.002))));
      seeds.add(Input.bytes(0, SmallTables.versions(60, codec)));
      seeds.add(Input.bytes(0, SmallTables.table(1, codec, FilterPolicy.none())));
    }
    seeds.add(Input.bytes(0, SmallTables.table(0, Codecs.NONE, FilterPolicy.bloom(10))));
    byte[] table = SmallTables.table(20, Codecs.NONE, FilterPolicy.windowedCuckoo(0.01));
    for (int grown = 0; grown < 4; grown++) {
      seeds.add(Input.bytes(grown << 1, table));
    }
    seeds.add(Input.bytes(1, table));
    return seeds.stream();
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Input input = Input.of(data);
    byte[] file = input.content();
    if (input.isSealed()) {
      TableSeal.seal(file, SmallTables.FILE_ID, input.choice(1, 2));
    }
    boolean opens =
        Limits.keeps(data.length, CorruptTableException.class, () -> open(file).close());
    if (opens) {
      int size = data.length;
      TableReader table = open(file);
      Limits.keeps(size, CorruptTableException.class, () -> search(table));
      Limits.keeps(size, CorruptTableException.class, () -> walk(table));
      Limits.keeps(size, CorruptTableException.class, () -> walkBack(table));
      Limits.keeps(
          size, CorruptTableException.class, () -> TableDump.write(table, Writer.nullWriter()));
      if (Limits.keeps(size, CorruptTableException.class, table::verify)) {
        findAll(table);
      }
      table.close();
    }
  }

  private static TableReader open(byte[] file) throws IOException {
    return TableReader.open(
        new HeapFile("table", file),
        SmallTables.FILE_ID,
        new BlockCache(1 << 16),
        SmallTables.HASHER);
  }

  private static void search(TableReader table) throws IOException {
    search(table, new byte[0]);
    search(table, SmallTables.key(7));
    search(table, table.smallestKey());
    search(table, table.largestKey());
    for (int i = 0; i < table.index().count(); i++) {
      search(table, table.index().separator(i));
    }
  }

  private static void search(TableReader table, byte[] key) throws IOException {
    Lookup found = new Lookup();
    for (long tag : new long[] {-1, 300, 0}) {
      boolean gets = table.get(key, 0, key.length, tag, found);
      TableTrace trace = table.trace(key, 0, key.length, tag);
      assertEquals(gets, trace.outcome() == TableTrace.Outcome.FOUND);
      int block = table.blockNumber(key, 0, key.length, tag);
      assertTrue(block >= 0 && block <= table.index().count());
    }
    try (TableCursor cursor = table.cursor(false)) {
      cursor.seek(key, 0, key.length, 300);
      if (cursor.valid()) {
        cursor.seekBefore(table.largestKey(), 0, table.largestKey().length);
      }
    }
  }

  private static void walk(TableReader table) throws IOException {
    long entries = 0;
    try (TableCursor cursor = table.cursor(true)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assertEquals(entries++, cursor.ordinal());
        copy(cursor);
      }
    }
    assertEquals(table.properties().entries(), entries);
  }

  private static void walkBack(TableReader table) throws IOException {
    long entries = table.properties().entries();
    try (TableCursor cursor = table.cursorOverAll(false)) {
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        assertEquals(--entries, cursor.ordinal());
        copy(cursor);
      }
    }
    assertEquals(0, entries);
  }

  /** Copies value and key, which must lie in their arrays; returns the key. */
  private static byte[] copy(TableCursor cursor) {
    int value = cursor.valueOffset();
    int valueLength = cursor.valueLength();
    assertEquals(
        valueLength, Arrays.copyOfRange(cursor.valueBuffer(), value, value + valueLength).length);
    assertTrue(value + valueLength <= cursor.valueBuffer().length);
    int key = cursor.keyOffset();
    return Arrays.copyOfRange(cursor.keyBuffer(), key, key + cursor.keyLength());
  }

  private static void findAll(TableReader table) throws IOException {
    Lookup found = new Lookup();
    try (TableCursor cursor = table.cursor(true)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        byte[] key = copy(cursor);
        assertTrue(table.get(key, 0, key.length, cursor.tag(), found), "an entry is not found");
        assertEquals(cursor.ordinal(), found.ordinal);
        assertFalse(
            table.filterProblem().isEmpty()
                && !table.mayContain(SmallTables.HASHER.hash(key, 0, key.length)),
            "the filter does not know a key");
      }
    }
  }
}
