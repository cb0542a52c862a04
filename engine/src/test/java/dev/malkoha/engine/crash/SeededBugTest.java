package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search for crashes that lose data finds each of the bugs that are known to do so. */
@Tag("hunt")
class SeededBugTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int HISTORIES = 400;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void isFound(SeededBug bug) {
    assertTrue(find(bug), "no history up to seed " + (SEED + HISTORIES) + " shows " + bug);
  }

  private static boolean find(SeededBug bug) {
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      try {
        bug.explorer(seed).run();
      } catch (RuntimeException | AssertionError e) {
        return true;
      }
    }
    return false;
  }
}
