package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a memtable says of itself, and its limits. */
final class MemTableTest {

  private static final byte[] NOTHING = {};

  private final KeyHasher hasher = new KeyHasher(1);
  private final MemTable table = new MemTable(hasher);

  private static void put(MemTable table, long sequence, byte[] key, byte[] value) {
    long tag = EntryKind.tag(sequence, EntryKind.PUT);
    MemTables.add(table, tag, key, value);
  }

  private static void deleteRange(MemTable table, long sequence, byte[] from, byte[] to) {
    long tag = EntryKind.tag(sequence, EntryKind.DELETE_RANGE);
    MemTables.add(table, tag, from, to);
  }

  private long memoryOf(List<byte[]> keys) {
    MemTable filled = new MemTable(hasher);
    long before = filled.memoryUsed();
    keys.forEach(key -> put(filled, 1, key, NOTHING));
    return filled.memoryUsed() - before;
  }

  @Test
  void isEmptyAtFirst() {
    assertTrue(table.isEmpty());
    assertEquals(0, table.entries());
    MemTableCursor cursor = table.cursor();
    cursor.seekToFirst();
    assertFalse(cursor.valid());
    cursor.seekToLast();
    assertFalse(cursor.valid());
    cursor.seek(NOTHING, 0, 0, -1);
    assertFalse(cursor.valid());
    assertFalse(table.get(NOTHING, 0, 0, hasher.hash(NOTHING, 0, 0), -1, new Lookup()));
  }

  @Test
  void countsWhatItHolds() {
    put(table, 7, new byte[] {1}, new byte[10]);
    put(table, 5, new byte[] {2}, new byte[20]);
    put(table, 9, new byte[] {1}, NOTHING);
    assertFalse(table.isEmpty());
    assertEquals(3, table.entries());
    assertEquals(1 + 10 + 1 + 20, table.bytesUsed());
    assertEquals(9, table.largestSequence());
  }

  @Test
  void rangesAreKeptApartFromEntries() {
    long before = table.memoryUsed();
    assertTrue(table.ranges().isEmpty());
    deleteRange(table, 7, new byte[] {1}, new byte[] {2, 3});
    assertTrue(!table.ranges().isEmpty());
    assertFalse(table.isEmpty());
    assertEquals(0, table.entries());
    assertEquals(7, table.largestSequence());
    assertEquals(
        List.of(new RangeTombstone(new byte[] {1}, new byte[] {2, 3}, 7)), table.ranges().all());
    assertTrue(table.memoryUsed() > before + 3);
    MemTableCursor cursor = table.cursor();
    cursor.seekToFirst();
    assertFalse(cursor.valid());
  }

  @Test
  void veryManyRangesFillIt() {
    for (int i = 1; i <= MemTable.RANGES_MAX; i++) {
      assertFalse(table.isFull(Long.MAX_VALUE));
      deleteRange(table, i, new byte[] {1}, new byte[] {2});
    }
    assertTrue(table.isFull(Long.MAX_VALUE));
  }

  @Test
  void theFirstBatchTakesNoMoreThanWasForeseen() {
    long foreseen = table.memoryFor(1, 2);
    table.reserve(1, 2);
    put(table, 1, new byte[] {1}, new byte[] {2});
    assertTrue(table.memoryTaken() <= foreseen, table.memoryTaken() + " of " + foreseen);
  }

  @Test
  void bytesFillIt() {
    assertFalse(table.isFull(table.memoryUsed() + 1));
    assertTrue(table.isFull(table.memoryUsed()));
  }

  @Test
  void aValueLargerThanTheArenaMakesItGrow() {
    put(table, 1, new byte[] {1}, new byte[] {42});
    MemTableCursor before = table.cursor();
    before.seekToFirst();
    byte[] large = new byte[9 << 20];
    large[large.length - 1] = 43;
    put(table, 2, new byte[] {2}, large);
    assertEquals(42, before.valueBuffer()[before.valueOffset()]);
    Lookup found = new Lookup();
    byte[] key = {2};
    assertTrue(table.get(key, 0, 1, hasher.hash(key, 0, 1), -1, found));
    assertEquals(large.length, found.valueLength);
    assertEquals(43, found.buffer[found.valueOffset + found.valueLength - 1]);
  }

  @Test
  void anAscendingFillLeavesFullNodes() {
    List<byte[]> keys = KeyShape.DIGITS.keys(new SplittableRandom(1), 20_000);
    List<byte[]> shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled, new Random(1));
    long nodeBytesOfAKey = Long.BYTES + Integer.BYTES;
    long saved = memoryOf(shuffled) - memoryOf(keys);
    assertTrue(saved > keys.size() * nodeBytesOfAKey / 4, () -> "saved " + saved + " bytes");
  }

  @Test
  void fitsSaysWhatAnArrayCanHold() {
    assertTrue(table.fits(1, 1 << 30));
    assertTrue(table.fits(1000, Integer.MAX_VALUE - 16));
    assertFalse(table.fits(1, Integer.MAX_VALUE - 15L));
    assertFalse(table.fits(Integer.MAX_VALUE / 4, 0));
    put(table, 1, NOTHING, new byte[1]);
    assertFalse(table.fits(1, Integer.MAX_VALUE - 16));
  }
}
