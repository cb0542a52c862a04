package dev.malkoha.engine.damage;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/** Walks through damaged stores, each told by its seed. One thread. */
public final class SkipHunt implements LongPredicate {

  private static final int WALKS = 16;

  private long stores;
  private long moves;
  private long leftOut;

  /** Prepares to walk. */
  public SkipHunt() {}

  /** Whether a walk shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }

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
