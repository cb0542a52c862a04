package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.wal.BuggyDirectory.Bug;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Power cuts at the calls a log makes, and proof that the search would see a log with a bug. */
@Tag("hunt")
class LogCrashTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int STATES = Integer.getInteger("malkoha.states", 40_000);

  @Test
  void losesNothingDurableAndKeepsAPrefix() {
    long states = 0;
    for (long seed = SEED; states < STATES; seed++) {
      CrashExplorer explorer = new CrashExplorer(seed, Bug.NONE, false);
      try {
        explorer.run();
      } catch (IOException | RuntimeException | AssertionError e) {
        fail("replay with -Dmalkoha.seed=" + seed, e);
      }
      states += explorer.states();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Bug.class,
      names = {"NONE", "ABANDONED_NOT_DELETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void seesALeftOutCall(Bug bug) {
    assertTrue(isSeen(bug, false), "nobody noticed " + bug);
  }

  @Test
  void seesAChecksumThatIgnoresTheGeneration() {
    assertTrue(isSeen(Bug.NONE, true), "nobody noticed");
  }

  private static boolean isSeen(Bug bug, boolean sameGenerations) {
    for (long seed = SEED; seed < SEED + 200; seed++) {
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
