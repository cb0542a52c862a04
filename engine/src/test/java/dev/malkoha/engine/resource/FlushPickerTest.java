package dev.malkoha.engine.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.resource.MemTableBudget.FlushPicker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which memtable goes, and when. */
class FlushPickerTest {

  private static final long CAPACITY = 64_000;

  private final FlushPicker picker = new FlushPicker(CAPACITY);

  @Test
  void theLargestGoes() {
    assertEquals(1, picker.pick(List.of(2_000L, 9_000L, 8_999L)));
  }

  @Test
  void ofEquallyLargeOnesTheOldestGoes() {
    assertEquals(1, picker.pick(List.of(2_000L, 9_000L, 9_000L)));
  }

  @Test
  void whereAllAreTinyTheOldestGoes() {
    assertEquals(0, picker.pick(List.of(1L, 999L, 998L)));
    assertEquals(1, picker.pick(List.of(1L, 1_000L, 998L)));
  }

  @Test
  void whatCannotGoIsPassedOver() {
    assertEquals(2, picker.pick(List.of(0L, 0L, 5L, 7L)));
    assertEquals(3, picker.pick(List.of(0L, 0L, 5L, 1_000L)));
    assertEquals(FlushPicker.NONE, picker.pick(List.of(0L, 0L)));
    assertEquals(FlushPicker.NONE, picker.pick(List.of()));
  }

  @Test
  void oneIsDueFromThreeQuartersOn() {
    assertFalse(picker.isDue(47_999, 0));
    assertTrue(picker.isDue(48_000, 0));
  }

  @Test
  void oneIsDueWhereSomebodyWaitsForMoreThanWillBeThere() {
    assertFalse(picker.isDue(10_000, 54_000));
    assertTrue(picker.isDue(10_000, 54_001));
    assertFalse(picker.isDue(10_000, 0));
  }
}
