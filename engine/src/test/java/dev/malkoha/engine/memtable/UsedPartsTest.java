package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UsedPartsTest {

  private final AtomicLong room = new AtomicLong(1 << 20);
  private final UsedParts parts = new UsedParts(room::get);

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
  void noMoreIsKeptThanThereIsRoomFor() {
    room.set(100);
    byte[] first = parts.bytes(60);
    int[] second = parts.ints(15);
    parts.giveBack(first, 60);
    parts.giveBack(second, 60);
    assertNotSame(first, parts.bytes(60));
    assertSame(second, parts.ints(15));
  }

  @Test
  void whatIsAskedForAnewTakesTheRoomOfWhatIsKept() {
    byte[] kept = parts.bytes(60);
    parts.giveBack(kept, 60);
    room.set(0);
    parts.ints(15);
    assertNotSame(kept, parts.bytes(60));
  }
}
