package dev.malkoha.engine.crash;

import dev.malkoha.engine.mutation.BugSearch;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search for crashes that lose data finds each of the bugs that are known to do so. */
@Tag("hunt")
class SeededBugTest {

  private static final int HISTORIES = 400;

  static List<SeededBug> bugs() {
    return Trials.sample(List.of(SeededBug.values()));
  }

  @ParameterizedTest
  @MethodSource("bugs")
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
