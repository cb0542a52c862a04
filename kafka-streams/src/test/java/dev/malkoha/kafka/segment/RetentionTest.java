package dev.malkoha.kafka.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RetentionTest {

  @Test
  void whatIsAsOldAsTheRetentionIsGone() {
    Retention retention = new Retention(100, 30);
    assertEquals(0, retention.oldestTime(Retention.NO_TIME));
    assertEquals(0, retention.oldestTime(99));
    assertEquals(1, retention.oldestTime(100));
    assertEquals(901, retention.oldestTime(1000));
    assertEquals(30, retention.oldestSegment(1000));
    assertEquals(29, retention.oldestSegment(998));
  }

  @Test
  void segmentsLieSideBySide() {
    Retention retention = new Retention(100, 30);
    assertEquals(0, retention.segment(29));
    assertEquals(1, retention.segment(30));
    assertEquals(30, retention.firstTime(1));
    assertEquals(59, retention.lastTime(1));
  }

  @Test
  void theLastSegmentEndsWithTime() {
    for (long length : new long[] {1, 7, 1 << 20, Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
      Retention retention = new Retention(0, length);
      long last = retention.segment(Long.MAX_VALUE);
      assertEquals(Long.MAX_VALUE, retention.lastTime(last), "segments of " + length);
      assertEquals(last, retention.segment(retention.firstTime(last)), "segments of " + length);
    }
    assertEquals(0, new Retention(Long.MAX_VALUE, 1).oldestTime(Long.MAX_VALUE - 1));
  }

  @Test
  void segmentsAreAsLongAsKafkas() {
    assertEquals(60_000, Retention.of(1).segmentMs());
    assertEquals(60_000, Retention.of(120_000).segmentMs());
    assertEquals(43_200_000, Retention.of(86_400_000).segmentMs());
  }

  @Test
  void refusesWhatIsNoTime() {
    assertThrows(IllegalArgumentException.class, () -> new Retention(-1, 10));
    assertThrows(IllegalArgumentException.class, () -> new Retention(10, 0));
  }
}
