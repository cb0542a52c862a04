package dev.malkoha.engine.damage;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.SplittableRandom;

/** Walks through damaged stores, each told by its seed. One thread. */
final class SkipHunt {

  private static final int WALKS = 16;

  private long stores;
  private long moves;
  private long leftOut;

  /** Checks the walks through the store of a seed. */
  void check(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (WornStore store = new WornStore(random)) {
      for (int i = 0; i < WALKS; i++) {
        SkippingWalks walks = new SkippingWalks(store, random);
        walks.walk();
        moves += walks.moves();
        leftOut += walks.leftOut();
      }
      stores++;
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError(Trials.replay(SkipDamagedTest.class, seed), e);
    }
  }

  /** How many ranges were left out. */
  long leftOut() {
    return leftOut;
  }

  @Override
  public String toString() {
    return stores + " stores, " + moves + " moves, " + leftOut + " ranges left out";
  }
}
