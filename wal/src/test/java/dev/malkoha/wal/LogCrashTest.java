package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import dev.malkoha.wal.BuggyDirectory.Bug;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Power cuts at the calls a log makes, and proof that the search would see a log with a bug. */
@Tag("hunt")
class LogCrashTest {

  private static final int STATES = Trials.count(40_000);

  @Test
  void losesNothingDurableAndKeepsAPrefix() {
    long states = 0;
    for (long seed = Trials.seed(); states < STATES; seed++) {
      CrashExplorer explorer = new CrashExplorer(seed, Bug.NONE, false);
      try {
        explorer.run();
      } catch (IOException | RuntimeException | AssertionError e) {
        fail(Trials.replay(LogCrashTest.class, seed), e);
      }
      states += explorer.states();
    }
  }

  static List<Bug> bugs() {
    Set<Bug> bugs = EnumSet.complementOf(EnumSet.of(Bug.NONE, Bug.ABANDONED_NOT_DELETED));
    return Trials.sample(List.copyOf(bugs));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void seesALeftOutCall(Bug bug) {
    assertTrue(isSeen(bug, false), "nobody noticed " + bug);
  }

  @Test
  void seesAChecksumThatIgnoresTheGeneration() {
    assertTrue(isSeen(Bug.NONE, true), "nobody noticed");
  }

  private static boolean isSeen(Bug bug, boolean sameGenerations) {
    long first = Trials.seed();
    for (long seed = first; seed < first + 200; seed++) {
      CrashExplorer explorer = new CrashExplorer(seed, bug, sameGenerations);
      try {
        explorer.run();
      } catch (IOException | RuntimeException | AssertionError e) {
        return true;
      }
    }
    return false;
  }
}
