package dev.malkoha.kafka.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StreamTimeTest {

  private final StreamTime time = new StreamTime(new Retention(100, 30));

  @Test
  void goesOnlyForward() {
    assertEquals(Retention.NO_TIME, time.now());
    time.see(500);
    time.see(20);
    assertEquals(500, time.now());
    assertEquals(401, time.oldestTime());
    assertTrue(time.isExpired(400));
    assertFalse(time.isExpired(401));
  }

  @Test
  void nothingIsAfterTheNewestSegment() {
    assertEquals(29, time.newestTime());
    time.see(60);
    assertEquals(89, time.newestTime());
  }

  @Test
  void segmentsHeldDieWhole() {
    time.see(50);
    time.hold(1);
    time.hold(0);
    time.see(128); // 29 can be read
    assertFalse(time.hasDead());
    time.see(129);
    assertTrue(time.hasDead());
    assertEquals(1, time.dropDead());
    assertFalse(time.hasDead());
  }

  @Test
  void whatHoldsNothingHasNothingDead() {
    time.see(1_000_000);
    assertFalse(time.hasDead());
  }
}
