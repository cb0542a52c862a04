package dev.malkoha.engine.range;

import java.util.function.Consumer;

/**
 * The dead runs that a walk knows at its sequence number when it begins, and the receiver of those
 * that it finds.
 */
public record KnownDead(DeadRuns runs, Consumer<DeadRun> found) {

  /** Knows nothing and tells nobody. */
  public static final KnownDead NONE = new KnownDead(DeadRuns.NONE, run -> {});
}
