package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How lines tell figures. */
final class LogLinesTest {

  @Test
  void timesHaveTheUnitThatFits() {
    assertEquals("0.0 us", LogLines.time(0));
    assertEquals("8.6 us", LogLines.time(8.6e-6));
    assertEquals("10 us", LogLines.time(9.96e-6));
    assertEquals("999 us", LogLines.time(999e-6));
    assertEquals("1.0 ms", LogLines.time(999.6e-6));
    assertEquals("22 ms", LogLines.time(22e-3));
    assertEquals("1.0 s", LogLines.time(0.9996));
    assertEquals("61.5 s", LogLines.time(61.5));
  }

  /** So that a summary's lines have at most a hundred characters. */
  @Test
  void timesBelowASecondAreShort() {
    for (double seconds = 1e-9; seconds < 0.9995; seconds *= 1.0003) {
      String told = LogLines.time(seconds);
      assertTrue(told.length() <= 6, told);
    }
  }
}
