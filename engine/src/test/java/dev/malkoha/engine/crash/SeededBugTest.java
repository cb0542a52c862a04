package dev.malkoha.engine.crash;

import dev.malkoha.engine.mutation.BugSearch;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search for crashes that lose data finds each of the bugs that are known to do so. */
@Tag("hunt")
class SeededBugTest {

  private static final int HISTORIES = 400;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void isFound(SeededBug bug) throws IOException {
    BugSearch.checkFinds(bug, seed -> shows(bug, seed), HISTORIES);
  }

  private static boolean shows(SeededBug bug, long seed) {
    try {
      bug.explorer(seed).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
