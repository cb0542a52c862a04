package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A cursor that steps over damaged blocks shows every key outside the ranges that it tells as it
 * is; the ranges hold nothing but keys of damaged blocks. No move of it throws.
 */
@Tag("hunt")
class SkipDamagedTest {

  private static final int STORES = 450;

  @Test
  void whatItShowsIsRight() {
    SkipHunt hunt = new SkipHunt();
    Trials.seeds(STORES).forEach(hunt::check);
    System.out.println(hunt);
    assertTrue(hunt.leftOut() > 0 || Trials.count(STORES) == 1, hunt::toString);
  }
}
