package dev.malkoha.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A share is rounded up, and its name is checked. */
class TrialsTest {

  @Test
  void aShareIsNeverNothing() {
    assertEquals(1, Share.BUILD.of(1));
    assertEquals(1, Share.BUILD.of(10));
    assertEquals(2, Share.BUILD.of(11));
    assertEquals(11, Share.FULL.of(11));
    assertEquals(110, Share.HOURS.of(11));
  }

  @Test
  void aCountThatIsTooLargeIsRefused() {
    assertThrows(ArithmeticException.class, () -> Share.HOURS.of(Integer.MAX_VALUE));
  }

  @Test
  void aSweepTakesFewerSteps() {
    assertEquals(240, Share.BUILD.oneIn(24));
    assertEquals(24, Share.FULL.oneIn(24));
    assertEquals(1, Share.HOURS.oneIn(24));
  }

  @Test
  void namesAreReadInAnyCase() {
    assertEquals(Share.FULL, Share.named("Full"));
    var refused = assertThrows(IllegalArgumentException.class, () -> Share.named("all"));
    assertTrue(String.valueOf(refused.getMessage()).contains("give build, full or hours"));
  }

  @Test
  void theCommandNamesModuleTestAndSeed() {
    String command = Trials.replay(TrialsTest.class, 17);
    assertTrue(command.contains("-pl trials -am -Dtest=TrialsTest"), command);
    assertTrue(command.endsWith("-Dmalkoha.count=1 -Dmalkoha.seed=17"), command);
  }

  @Test
  void aWholeTestIsRunAgainFromItsSeedOn() {
    String command = Trials.replay(TrialsTest.class);
    assertTrue(command.endsWith("-Dmalkoha.seed=" + Trials.seed()), command);
    assertTrue(command.contains("-Dmalkoha.share=") || command.contains("-Dmalkoha.count="));
  }
}
