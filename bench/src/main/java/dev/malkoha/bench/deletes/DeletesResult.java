package dev.malkoha.bench.deletes;

import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.StoreKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a comparison of deletes found.
 *
 * @param stores which stores, in the order to show them
 * @param deletions one for each order and store
 * @param readings one for each order, store, state and read
 * @param states one for each order, store and state
 * @param costs two for each store: with deletes looked after, and without
 */
public record DeletesResult(
    List<StoreKind> stores,
    List<Deletion> deletions,
    List<Reading> readings,
    List<State> states,
    List<Cost> costs) {

  /** Makes it unchangeable. */
  public DeletesResult {
    stores = List.copyOf(stores);
    deletions = List.copyOf(deletions);
    readings = List.copyOf(readings);
    states = List.copyOf(states);
    costs = List.copyOf(costs);
  }

  /**
   * The deletes themselves.
   *
   * @param deletes how many
   * @param perSecond median over the timed rounds; in a queue each goes with a put
   */
  public record Deletion(StoreKind store, DeleteOrder order, long deletes, double perSecond) {}

  /**
   * One kind of read.
   *
   * @param operations how many a round has; of a scan, live entries
   * @param microsPerOp median over the timed rounds
   * @param firstMicros of the round's first seek or scan, median; as {@code microsPerOp} for gets
   * @param blockReadsPerOp data blocks read for an operation where no cache spares any, in the
   *     counting round
   * @param falsePositiveRate share of "maybe" among filter answers about absent keys, in that round
   */
  public record Reading(
      StoreKind store,
      DeleteOrder order,
      Phase phase,
      Read read,
      long operations,
      double microsPerOp,
      double firstMicros,
      double blockReadsPerOp,
      double falsePositiveRate) {

    /** Operations in a second. */
    public double perSecond() {
      return microsPerOp == 0 ? 0 : 1e6 / microsPerOp;
    }
  }

  /**
   * What a store is like.
   *
   * @param idleSeconds how long it took to become idle, median over the timed rounds or once; 0 in
   *     a state that was not waited for
   * @param bytesOnDisk lengths of all files
   * @param logBytes lengths of the logs among them
   * @param bytesWritten bytes of tables and files beside them since the first delete
   * @param figures what the store says of its deletes
   */
  public record State(
      StoreKind store,
      DeleteOrder order,
      Phase phase,
      double idleSeconds,
      long bytesOnDisk,
      long logBytes,
      long bytesWritten,
      Map<DeleteFigure, Long> figures) {

    /** Makes it unchangeable. */
    public State {
      figures = Map.copyOf(figures);
    }

    /** Lengths of all files but the logs. */
    public long bytesOutsideLogs() {
      return bytesOnDisk - logBytes;
    }
  }

  /**
   * What deleting a random half costs until its space is back.
   *
   * @param attended whether deletes are looked after; if not, a full compaction follows
   * @param deletesPerSecond median over the timed rounds
   * @param seconds from the first delete until the space is back, median
   * @param bytesWritten bytes of tables and files beside them in that time, in the counting round
   * @param bytesOnDisk lengths of all files then
   */
  public record Cost(
      StoreKind store,
      boolean attended,
      double deletesPerSecond,
      double seconds,
      long bytesWritten,
      long bytesOnDisk) {}

  /** The deletion of a store and an order. */
  public Deletion deletion(StoreKind store, DeleteOrder order) {
    return deletions.stream()
        .filter(row -> row.store() == store && row.order() == order)
        .findFirst()
        .orElseThrow();
  }

  /** A reading, if there is one. */
  public Optional<Reading> reading(StoreKind store, DeleteOrder order, Phase phase, Read read) {
    return readings.stream()
        .filter(row -> row.store() == store && row.order() == order)
        .filter(row -> row.phase() == phase && row.read() == read)
        .findFirst();
  }

  /** A number of a reading; NaN where there is no such reading. */
  public double value(
      StoreKind store,
      DeleteOrder order,
      Phase phase,
      Read read,
      ToDoubleFunction<Reading> number) {
    return reading(store, order, phase, read).stream()
        .mapToDouble(number)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Bytes on disk after the deletes, for each of a store that never had what was deleted. */
  public double space(StoreKind store, DeleteOrder order) {
    double liveOnly = state(store, order, Phase.LIVE_ONLY).bytesOnDisk();
    return state(store, order, Phase.IDLE).bytesOnDisk() / liveOnly;
  }

  /** The same of all files but the logs, which have their size whatever the store holds. */
  public double spaceWithoutLogs(StoreKind store, DeleteOrder order) {
    double liveOnly = state(store, order, Phase.LIVE_ONLY).bytesOutsideLogs();
    return state(store, order, Phase.IDLE).bytesOutsideLogs() / liveOnly;
  }

  /** The orders that were run. */
  public List<DeleteOrder> orders() {
    return deletions.stream().map(Deletion::order).distinct().toList();
  }

  /** A state. */
  public State state(StoreKind store, DeleteOrder order, Phase phase) {
    return states.stream()
        .filter(row -> row.store() == store && row.order() == order && row.phase() == phase)
        .findFirst()
        .orElseThrow();
  }

  /** A cost. */
  public Cost cost(StoreKind store, boolean attended) {
    return costs.stream()
        .filter(row -> row.store() == store && row.attended() == attended)
        .findFirst()
        .orElseThrow();
  }
}
