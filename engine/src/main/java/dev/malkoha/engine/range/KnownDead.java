package dev.malkoha.engine.range;

import java.util.function.Consumer;

/**
 * What a walk knows to be dead at its sequence number when it begins, and whom it tells what it
 * finds to be so.
 */
public record KnownDead(DeadRuns runs, Consumer<DeadRun> found) {

  /** Knows nothing and tells nobody. */
  public static final KnownDead NONE = new KnownDead(DeadRuns.NONE, run -> {});
}
