package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Copies of a store are put in the place of the one that is read, at any call: the reader shows one
 * of them whole, or says that what it had is gone.
 *
 * <p>{@code -Dmalkoha.seed=S} begins at another seed, {@code -Dmalkoha.histories=N} goes on longer.
 */
class ReplacedTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  @Test
  void showsOneCopyOrNone() {
    int told = run(6);
    assertTrue(told > 6, "told: " + told);
  }

  @Tag("hunt")
  @Test
  void showsOneCopyOrNoneInManyHistories() {
    run(Integer.getInteger("malkoha.histories", 100));
  }

  private static int run(int histories) {
    int told = 0;
    for (long seed = SEED; seed < SEED + histories; seed++) {
      try {
        told += new ReplacedHistory(seed).run();
      } catch (IOException | RuntimeException | AssertionError e) {
        fail("replay with -Dmalkoha.seed=" + seed, e);
      }
    }
    return told;
  }
}
