package dev.malkoha.kafka.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bounds hold whatever is selected. */
@Tag("hunt")
class SegmentScanTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(500);
  private static final int ENTRIES = 200;

  @Test
  void everyEntrySelectedLiesBetweenTheBoundsOfItsSegment() {
    long selected = 0;
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      RandomEntries some = new RandomEntries(new Random(seed));
      SegmentKeys keys = some.keys(some.retention());
      Selection selection = some.selection();
      SegmentScan scan = new SegmentScan(keys, selection);
      for (int i = 0; i < ENTRIES; i++) {
        selected +=
            check(keys, selection, scan, some, Trials.replay(SegmentScanTest.class, seed)) ? 1 : 0;
      }
    }
    assertTrue(
        HISTORIES == 1 || selected > HISTORIES, "too few entries were selected: " + selected);
  }

  private static boolean check(
      SegmentKeys keys, Selection selection, SegmentScan scan, RandomEntries some, String what) {
    Bytes key = some.key();
    long time = some.time();
    int tail = some.tail();
    byte[] entry = keys.entry(key, time, tail);
    boolean expected = RandomEntries.isSelected(selection, key, time, tail);
    String of = what + ": " + key + " at " + time + "/" + tail + " of " + selection;
    assertEquals(expected, scan.selects(entry), of);
    if (expected) {
      long segment = SegmentKeys.segment(entry);
      assertTrue(scan.firstSegment() <= segment && segment <= scan.lastSegment(), of);
      assertTrue(Arrays.compareUnsigned(scan.from(segment), entry) <= 0, of);
      assertTrue(Arrays.compareUnsigned(entry, scan.to(segment)) < 0, of);
    }
    return expected;
  }

  @Test
  void oneKeysBoundsAreAsNarrowAsItsTimes() {
    SegmentKeys keys = SegmentKeys.ofWindows(new Retention(1000, 100));
    Bytes key = Bytes.wrap(new byte[] {'k'});
    SegmentScan scan = new SegmentScan(keys, Selection.between(key, key, 150, Long.MAX_VALUE));
    assertArrayEquals(keys.entry(key, 150, 0), Arrays.copyOf(scan.from(1), 21));
    assertArrayEquals(keys.entry(key, 200, 0), Arrays.copyOf(scan.from(2), 21));
    byte[] ofOther = keys.entry(Bytes.wrap(new byte[] {'k', 'a'}), 250, 0);
    assertFalse(Arrays.compareUnsigned(ofOther, scan.to(2)) < 0);
  }

  @Test
  void aSelectionIsEmptyWhereItsEndsAreCrossed() {
    Bytes low = Bytes.wrap(new byte[] {1});
    Bytes high = Bytes.wrap(new byte[] {1, 0});
    assertTrue(Selection.between(high, low, 0, 5).isEmpty());
    assertFalse(Selection.between(low, high, 5, 5).isEmpty());
    assertTrue(Selection.between(null, null, 6, 5).isEmpty());
    assertFalse(Selection.between(null, low, 5, 6).isEmpty());
  }
}
