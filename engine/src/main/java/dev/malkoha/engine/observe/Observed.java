package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.WaitCause;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/**
 * What an observer has counted by some moment, of the whole store.
 *
 * @param work by kind
 * @param waits of writers, by cause; none of a cause that there was not
 * @param waiting how many writers wait at the moment
 * @param forcedBytes of the log
 * @param damagedFiles that background work has met
 * @param operations of users, those that are timed; empty if that is not switched on
 */
public record Observed(
    Map<SpanKind, Tally.Sum> work,
    Map<WaitCause, LatencyHistogram.Counts> waits,
    int waiting,
    long forcedBytes,
    boolean sealed,
    int damagedFiles,
    Map<Operation, LatencyHistogram.Counts> operations) {

  /** Work of a kind. */
  public Tally.Sum of(SpanKind kind) {
    return Objects.requireNonNull(work.get(kind));
  }

  /** Waits for any of some causes. */
  public LatencyHistogram.Counts of(Collection<WaitCause> causes) {
    return causes.stream()
        .map(cause -> waits.getOrDefault(cause, LatencyHistogram.Counts.NONE))
        .reduce(LatencyHistogram.Counts.NONE, LatencyHistogram.Counts::plus);
  }
}
