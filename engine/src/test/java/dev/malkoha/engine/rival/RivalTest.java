package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.trials.Trials;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two or three processes that are after one directory: one wins, the others are told, and what the
 * winner was acknowledged is there in the end.
 */
@Tag("hunt")
class RivalTest {

  private static final int HISTORIES = 20_000;

  @Test
  void oneWinsAndNothingIsLost() {
    long outcomes = Trials.seeds(HISTORIES).map(RivalTest::run).sum();
    assertTrue(outcomes >= Trials.count(HISTORIES), "outcomes: " + outcomes);
  }

  private static int run(long seed) {
    RivalHistory history = new RivalHistory(seed, false);
    try {
      history.run();
    } catch (RuntimeException | AssertionError e) {
      fail(Trials.replay(RivalTest.class, seed), e);
    }
    return history.outcomes();
  }

  /** A lock on a file without a name keeps nobody out. */
  @Test
  void isNoticedWhereLocksAreTrusted() {
    assertTrue(
        LongStream.range(0, 5_000).map(i -> Trials.seed() + i).anyMatch(RivalTest::showsTrust),
        "no history shows it");
  }

  private static boolean showsTrust(long seed) {
    try {
      new RivalHistory(seed, true).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
