package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.StallCause;
import java.util.Map;
import java.util.Objects;

/**
 * What an observer has counted by some moment, of the whole store.
 *
 * @param work by kind
 * @param stalls of writers, by cause
 * @param waiting how many writers wait at the moment
 * @param waits of writers, by cause; none of a cause that there was not
 * @param forcedBytes of the log
 * @param damagedFiles that background work has met
 * @param operations of users, those that are timed; empty if that is not switched on
 */
public record Observed(
    Map<SpanKind, Tally.Sum> work,
    Map<StallCause, Tally.Sum> stalls,
    int waiting,
    Map<WaitCause, LatencyHistogram.Counts> waits,
    long forcedBytes,
    boolean sealed,
    int damagedFiles,
    Map<Operation, LatencyHistogram.Counts> operations) {

  /** Work of a kind. */
  public Tally.Sum of(SpanKind kind) {
    return Objects.requireNonNull(work.get(kind));
  }

  /** Stalls of a cause. */
  public Tally.Sum of(StallCause cause) {
    return Objects.requireNonNull(stalls.get(cause));
  }
}
