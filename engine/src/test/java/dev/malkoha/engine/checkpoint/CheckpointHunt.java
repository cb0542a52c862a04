package dev.malkoha.engine.checkpoint;

import java.util.function.LongPredicate;

/** Looks for a history of checkpoints that shows a bug: true if that of a seed does. Any thread. */
public final class CheckpointHunt implements LongPredicate {

  /** Prepares nothing. */
  public CheckpointHunt() {}

  @Override
  public boolean test(long seed) {
    try {
      new CheckpointHistory(seed).run();
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
