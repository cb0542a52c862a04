package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Frame;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.tools.table.TableDump;
import java.io.IOException;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Life and errors of an open table. */
class TableReaderTest {

  private final Tables tables;
  private final TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(3));
  private final String name;

  TableReaderTest() throws IOException {
    tables = new Tables();
    name = tables.build(entries, Tables.options(512, Codecs.NONE));
  }

  @Test
  void useAfterCloseIsRefused() throws IOException {
    TableReader table = tables.open(name);
    TableCursor cursor = table.cursor(true);
    cursor.seekToFirst();
    Lookup lookup = new Lookup();
    byte[] key = entries.first().key();
    assertTrue(table.get(key, 0, key.length, -1, lookup));
    table.close();
    table.close();
    assertThrows(IllegalStateException.class, () -> table.get(key, 0, key.length, -1, lookup));
    assertThrows(IllegalStateException.class, () -> table.cursor(true));
    assertThrows(IllegalStateException.class, () -> table.verify());
    assertThrows(IllegalStateException.class, () -> TableDump.write(table, new StringBuilder()));
    assertThrows(IllegalStateException.class, cursor::seekToLast);
    assertFalse(cursor.valid());
  }

  @Test
  void aClosedOrUnpositionedCursorIsRefused() throws IOException {
    TableReader table = tables.open(name);
    TableCursor cursor = table.cursor(true);
    assertFalse(cursor.valid());
    assertThrows(IllegalStateException.class, cursor::next);
    assertThrows(IllegalStateException.class, cursor::prev);
    assertThrows(IllegalStateException.class, cursor::ordinal);
    cursor.seekToFirst();
    cursor.close();
    assertFalse(cursor.valid());
    assertThrows(IllegalStateException.class, cursor::seekToFirst);
    assertThrows(IllegalStateException.class, cursor::next);
  }

  /** A read that fails is an error, not the end of the table, and may be tried again. */
  @Test
  void aFailedReadIsNotTheEnd() throws IOException {
    TableReader table = tables.open(name, new BlockCache(0));
    long sound = tables.disk.calls(CallKind.READ);
    TableCursor cursor = table.cursor(false);
    cursor.seekToFirst();
    tables.disk.fail(Fault.from(CallKind.READ, sound + 1));
    assertThrows(IOException.class, () -> walkToTheEnd(cursor));
    assertFalse(cursor.valid());
    Lookup lookup = new Lookup();
    byte[] last = entries.last().key();
    assertThrows(IOException.class, () -> table.get(last, 0, last.length, -1, lookup));
    tables.disk.repair();
    assertTrue(table.get(last, 0, last.length, -1, lookup));
    cursor.seekToFirst();
    assertEquals(entries.size(), walkToTheEnd(cursor));
  }

  private static int walkToTheEnd(TableCursor cursor) throws IOException {
    int count = 0;
    for (; cursor.valid(); cursor.next()) {
      count++;
    }
    return count;
  }

  @Test
  void anOpenThatFailsLeavesTheFileToItsOwner() throws IOException {
    for (long i = 0; i < 6; i++) {
      long failing = tables.disk.calls(CallKind.READ) + i;
      tables.disk.fail(Fault.at(CallKind.READ, failing));
      if (i < 5) {
        assertThrows(IOException.class, () -> tables.open(name));
      } else {
        assertDoesNotThrow(() -> tables.open(name));
      }
      tables.disk.repair();
    }
  }

  /** Forward and backward, a scan reads each byte once, forward many blocks together. */
  @ParameterizedTest
  @ValueSource(ints = {Codecs.NONE, Codecs.LZ4})
  void scansReadEachBlockOnce(int codec) throws IOException {
    TreeSet<Entry> many = new TreeSet<>();
    for (int i = 0; i < 20_000; i++) {
      many.add(Entry.of("%06d".formatted(i), 1, "value ".repeat(10)));
    }
    String built = tables.build(many, Tables.options(4096, codec));
    TableReader table = tables.open(built, new BlockCache(0));
    int blocks = table.index().count();
    assertTrue(blocks > 200);
    TableCursor cursor = table.cursor(false);
    long before = tables.disk.calls(CallKind.READ);
    AtomicLong bytes = new AtomicLong();
    tables.disk.onCall(call -> bytes.addAndGet(call.length()));
    cursor.seekToFirst();
    assertEquals(many.size(), walkToTheEnd(cursor));
    tables.disk.onCall(call -> {});
    long forward = tables.disk.calls(CallKind.READ) - before;
    assertTrue(forward < blocks / 10, "reads ahead: " + forward);
    long data = table.index().dataEnd() - Frame.HEADER_BYTES;
    long size = tables.directory.size(built);
    assertTrue(bytes.get() >= data && bytes.get() <= size, bytes + " of " + data);
    assertEquals(blocks, cursor.blocksRead());
    cursor.seekToLast();
    while (cursor.valid()) {
      cursor.prev();
    }
    long backward = tables.disk.calls(CallKind.READ) - before - forward;
    assertEquals(blocks - 1, backward); // the last one is at hand
    byte[] key = Entry.bytes("012345");
    assertTrue(table.get(key, 0, key.length, -1, new Lookup()));
    assertEquals(before + forward + backward + 1, tables.disk.calls(CallKind.READ));
  }

  /** A miss that the filter does not catch reads one block, and the filter catches most. */
  @Test
  void theFilterSavesReads() throws IOException {
    BlockCache cache = new BlockCache(0);
    TableReader table = tables.open(name, cache);
    Lookup lookup = new Lookup();
    int maybe = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] key = Entry.bytes("%016d!".formatted(i));
      if (table.mayContain(Tables.HASHER.hash(key, 0, key.length))) {
        maybe++;
        assertFalse(table.get(key, 0, key.length, -1, lookup));
      }
    }
    assertTrue(maybe < 50, maybe + " false positives");
    assertTrue(cache.blockReads() <= maybe);
  }

  @Test
  void verifyLooksForLivingKeysOnly() throws IOException {
    TreeSet<Entry> two = new TreeSet<>();
    two.add(Entry.of("a", 2, ""));
    two.add(Entry.of("a", 1, ""));
    two.add(Entry.of("b", 1, ""));
    String small = tables.build(two, Tables.options(512, Codecs.NONE));
    // Asked with another hasher, the filter knows none of the keys.
    TableReader foreign =
        TableReader.open(
            tables.directory.open(small), Tables.FILE_ID, new BlockCache(0), new KeyHasher(99));
    assertThrows(CorruptTableException.class, () -> foreign.verify());
    DeletionVector.Builder dead = DeletionVector.none(3).builder();
    dead.add(0);
    dead.add(2);
    TableReader oneLives = foreign.with(dead.build(), foreign.filter());
    assertThrows(CorruptTableException.class, oneLives::verify);
    dead.add(1);
    foreign.with(dead.build(), foreign.filter()).verify();
  }

  @Test
  void dumpShowsBlocksAndEntries() throws IOException {
    TreeSet<Entry> two = new TreeSet<>();
    two.add(Entry.of("", 2, "empty"));
    two.add(Entry.of("key", -1, "value"));
    TableReader table = tables.open(tables.build(two, Tables.options(512, Codecs.NONE)));
    StringBuilder out = new StringBuilder();
    TableDump.write(table, out);
    String text = out.toString();
    assertTrue(text.contains("filter: cuckoo, 2 keys"), text);
    assertTrue(text.contains("block 0: offset 24, "), text);
    assertTrue(text.contains("entries 2, up to 6b6579 tag 0\n"), text);
    assertTrue(text.contains("  entry 0: key \"\" tag 2, value of 5 bytes\n"), text);
    assertTrue(
        text.contains("  entry 1: key 6b6579 tag 18446744073709551615, value of 5 bytes\n"), text);
  }
}
