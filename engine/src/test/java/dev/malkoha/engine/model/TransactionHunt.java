package dev.malkoha.engine.model;

import dev.malkoha.trials.Trials;
import java.util.function.LongPredicate;

/** Runs the interleavings of {@link TransactionModelTest}, each told by its seed. Any thread. */
public final class TransactionHunt implements LongPredicate {

  /** Prepares to run interleavings. */
  public TransactionHunt() {}

  /** Runs the interleaving of a seed; fails where the store does not do as it should. */
  void check(long seed) {
    try {
      new TransactionRun(seed).run();
    } catch (RuntimeException | AssertionError e) {
      String test = Trials.replay(TransactionModelTest.class, seed);
      throw new AssertionError("replay with " + test, e);
    }
  }

  /** Whether the interleaving of a seed shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }
}
