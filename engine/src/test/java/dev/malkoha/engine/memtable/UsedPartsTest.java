package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UsedPartsTest {

  private static final int SLACK = 30;

  private final AtomicLong room = new AtomicLong(1 << 20);
  private final UsedParts parts = new UsedParts(room::get, SLACK);

  @Test
  void whatWasGivenBackIsTakenAgainWithoutWhatItHeld() {
    long[] slots = parts.longs(10);
    slots[3] = 5;
    parts.giveBack(slots, 80);
    assertNotSame(slots, parts.longs(11));
    assertSame(slots, parts.longs(10));
    assertArrayEquals(new long[10], slots);
    assertNotSame(slots, parts.longs(10));
  }

  @Test
  void aLeafThatWasGivenBackIsEmpty() {
    KeyNode leaf = parts.leaf();
    KeyNode right = parts.leaf();
    Arena arena = new Arena(PartGrowth.WHOLE);
    arena.reserve(1, 1);
    int record = arena.takeRecord();
    arena.describeKey(record, arena.store(new byte[] {1}, 0, 1), 1);
    leaf.insert(arena, 0, record);
    leaf.splitLeaf(arena, 0, right);
    parts.giveBack(right, KeyTree.NODE_BYTES);
    assertSame(right, parts.leaf());
    assertEquals(0, right.count());
    assertEquals(null, right.previous());
  }

  @Test
  void littleMoreIsKeptThanThereIsRoomFor() {
    room.set(100);
    byte[] first = parts.bytes(60);
    int[] second = parts.ints(15);
    long[] third = parts.longs(5);
    parts.giveBack(first, 60);
    parts.giveBack(second, 60);
    parts.giveBack(third, 40);
    assertNotSame(first, parts.bytes(60));
    assertSame(second, parts.ints(15));
    assertSame(third, parts.longs(5));
  }

  @Test
  void ofWhatWasNeverAskedForNothingIsKept() {
    byte[] own = new byte[50];
    parts.giveBack(own, 50);
    assertNotSame(own, parts.bytes(50));
  }

  @Test
  void whatIsAskedForAnewTakesTheRoomOfWhatIsKept() {
    byte[] kept = parts.bytes(60);
    parts.giveBack(kept, 60);
    room.set(0);
    parts.ints(15);
    assertNotSame(kept, parts.bytes(60));
  }

  /** A memtable that took its first parts before the flushed one gave its own back. */
  @Test
  void littleThatIsNewCostsNoMoreThanThat() {
    byte[][] kept = {parts.bytes(60), parts.bytes(60), parts.bytes(60)};
    for (byte[] part : kept) {
      parts.giveBack(part, 60);
    }
    room.set(0);
    parts.ints(10);
    assertSame(kept[1], parts.bytes(60));
    assertSame(kept[0], parts.bytes(60));
  }

  /** Memtables come and go: what they share grows no further. */
  @Test
  void whatIsKeptStaysBelowItsBound() {
    room.set(1 << 20);
    UsedParts shared = new UsedParts(room::get, 1 << 18);
    Random random = new Random(6);
    for (int i = 0; i < 2_000; i++) {
      MemTable table = new MemTable(new KeyHasher(1), null, shared, 32 << 20);
      int entries = random.nextInt(1, 200);
      int bytes = random.nextInt(i % 2 == 0 ? 10 : 90_000);
      for (int sequence = 1; sequence <= entries && sequence * bytes < 4 << 20; sequence++) {
        byte[] pair = ByteBuffer.allocate(8 + bytes).putLong(random.nextLong()).array();
        table.add(EntryKind.tag(sequence, EntryKind.PUT), pair, 0, 8, 8, bytes);
      }
      table.release();
      assertTrue(shared.keptBytes() <= 5 << 18, shared.keptBytes() + " are kept");
    }
  }

  /** Memory is asked for before it is taken. */
  @Test
  void noBatchTakesMoreThanWasForeseen() {
    Random random = new Random(5);
    for (int round = 0; round < 3; round++) {
      MemTable table = new MemTable(new KeyHasher(1), null, parts, 32 << 20);
      for (int sequence = 1; sequence < 40_000; ) {
        int operations = random.nextInt(1, 2_000);
        long foreseen = table.memoryFor(operations, 9L * operations);
        table.reserve(operations, 9L * operations);
        for (int i = 0; i < operations; i++, sequence++) {
          byte[] pair = ByteBuffer.allocate(9).putLong(random.nextLong()).array();
          table.add(EntryKind.tag(sequence, EntryKind.PUT), pair, 0, 8, 8, 1);
        }
        assertTrue(table.memoryTaken() <= foreseen, table.memoryTaken() + " of " + foreseen);
      }
      table.release();
    }
  }
}
