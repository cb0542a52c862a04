package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who reads while batches are written sees all keyspaces at one moment. */
@Tag("hunt")
class MomentTest {

  private static final int HISTORIES = 40;

  @Test
  void snapshotsSeeAllKeyspacesAtOneMoment() {
    MomentHunt hunt = new MomentHunt();
    Trials.seeds(HISTORIES).forEach(seed -> check(hunt, seed));
  }

  private static void check(MomentHunt hunt, long seed) {
    try {
      hunt.check(seed);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(Trials.replay(MomentTest.class, seed), e);
    }
  }
}
