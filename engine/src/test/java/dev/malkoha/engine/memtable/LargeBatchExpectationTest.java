package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.filter.KeyHasher;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a memtable expects behind one that has taken far more than fills it, as one batch does. */
class LargeBatchExpectationTest {

  private static final int FULL_BYTES = 8 << 20;
  private static final int LARGE = 700_000;
  private static final int FEW = 100;

  private final KeyHasher hasher = new KeyHasher(1);
  private final MemTable before = after(new MemTable(hasher), Long.MAX_VALUE);

  private MemTable after(MemTable first, long fullBytes) {
    return new MemTable(hasher, null, new SpareParts(), first, fullBytes);
  }

  private static void fill(MemTable table, int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] key = Integer.toString(i * 7).getBytes(StandardCharsets.US_ASCII);
      MemTables.add(table, EntryKind.tag(i + 1, EntryKind.PUT), key, key);
    }
  }

  /** It holds about as much as any other before it is full. */
  @Test
  void isNotFullAlmostEmpty() {
    fill(before, 0, LARGE);
    assertTrue(before.memoryUsed() > 3 * FULL_BYTES);
    MemTable next = after(before, FULL_BYTES);
    fill(next, 0, FEW);
    assertFalse(next.isFull(FULL_BYTES), () -> next.memoryUsed() + " bytes in use");
    double share = (double) FULL_BYTES / before.memoryUsed();
    fill(next, FEW, (int) (LARGE * share / 2));
    assertFalse(next.isFull(FULL_BYTES), () -> next.memoryUsed() + " bytes in use");
  }

  /** An index made ahead is no reason to write a memtable out before a closing. */
  @Test
  void whatIsKeptForMoreIsNotNeeded() {
    fill(before, 0, LARGE);
    MemTable next = after(before, Long.MAX_VALUE);
    MemTable plain = new MemTable(hasher);
    fill(next, 0, 2_000);
    fill(plain, 0, 2_000);
    assertTrue(next.memoryUsed() > 4 << 20, () -> next.memoryUsed() + " bytes in use");
    assertEquals(plain.memoryNeeded(), next.memoryNeeded());
    assertTrue(next.memoryNeeded() < 1 << 20);
  }
}
