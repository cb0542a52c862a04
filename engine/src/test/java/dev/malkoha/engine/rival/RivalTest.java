package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two or three processes that are after one directory: one wins, the others are told, and what the
 * winner was acknowledged is there in the end.
 *
 * <p>{@code -Dmalkoha.seed=S} begins at another seed, {@code -Dmalkoha.rivals=N} goes through so
 * many histories.
 */
@Tag("hunt")
class RivalTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void oneWinsAndNothingIsLost() {
    int outcomes = 0;
    for (long seed = SEED; seed < SEED + 500; seed++) {
      outcomes += run(seed);
    }
    assertTrue(outcomes > 500, "outcomes: " + outcomes);
  }

  @Test
  void oneWinsAndNothingIsLostInManyHistories() {
    LongStream.range(SEED, SEED + Integer.getInteger("malkoha.rivals", 20_000))
        .parallel()
        .forEach(RivalTest::run);
  }

  private static int run(long seed) {
    RivalHistory history = new RivalHistory(seed, false);
    try {
      history.run();
    } catch (RuntimeException | AssertionError e) {
      fail("replay with -Dmalkoha.seed=" + seed + " -Dmalkoha.rivals=1", e);
    }
    return history.outcomes();
  }

  /** A lock on a file without a name keeps nobody out. */
  @Test
  void isNoticedWhereLocksAreTrusted() {
    assertTrue(
        LongStream.range(SEED, SEED + 5_000).parallel().anyMatch(RivalTest::showsTrust),
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
