package dev.malkoha.bench.deletes;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.compare.Contender;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of one store in one order, round by round. */
final class Findings {

  private final StoreKind store;
  private final DeleteOrder order;
  private final List<Double> deletesPerSecond = new ArrayList<>();
  private final Map<Slot, Samples> reads = new LinkedHashMap<>();
  private final Map<Phase, Looks> states = new EnumMap<>(Phase.class);
  private long deletes;

  Findings(StoreKind store, DeleteOrder order) {
    this.store = store;
    this.order = order;
  }

  private record Slot(Phase phase, Read read) {}

  private static final class Samples {
    final List<Double> micros = new ArrayList<>();
    final List<Double> firstMicros = new ArrayList<>();
    long operations;
    Counters counted = Counters.ZERO;
  }

  private static final class Looks {
    final List<Double> idleSeconds = new ArrayList<>();
    long bytesOnDisk;
    long logBytes;
    long bytesWritten;
    Map<DeleteFigure, Long> figures = Map.of();
  }

  void deleted(long count, double perSecond) {
    deletes = count;
    deletesPerSecond.add(perSecond);
  }

  StoreKind store() {
    return store;
  }

  DeleteOrder order() {
    return order;
  }

  /** Keeps what was counted during a read. */
  void counted(Phase phase, Read read, long operations, Counters counted) {
    Samples samples = samples(phase, read);
    samples.operations = operations;
    samples.counted = counted;
  }

  /** Keeps how long a read took. */
  void timed(Phase phase, Read read, Measured measured) {
    Samples samples = samples(phase, read);
    samples.micros.add(measured.micros());
    samples.firstMicros.add(measured.firstMicros());
  }

  private Samples samples(Phase phase, Read read) {
    return reads.computeIfAbsent(new Slot(phase, read), slot -> new Samples());
  }

  /** Keeps how long the store took to come into a state. */
  void idle(Phase phase, double seconds) {
    looks(phase).idleSeconds.add(seconds);
  }

  /** Looks at the store in a state. */
  void look(Phase phase, Contender contender) {
    Looks looks = looks(phase);
    looks.bytesOnDisk = contender.bytesOnDisk();
    looks.logBytes = contender.logBytes();
    figures(phase, contender);
  }

  /** Keeps how many bytes the deletes have led the store to write until it came into a state. */
  void written(Phase phase, long bytes) {
    looks(phase).bytesWritten = bytes;
  }

  /** Asks the store for its figures again: reading, too, can change them. */
  void figures(Phase phase, Contender contender) {
    looks(phase).figures = contender.store().deleteFigures();
  }

  private Looks looks(Phase phase) {
    return states.computeIfAbsent(phase, p -> new Looks());
  }

  DeletesResult.Deletion deletion() {
    return new DeletesResult.Deletion(store, order, deletes, Median.of(deletesPerSecond));
  }

  List<DeletesResult.Reading> readings() {
    List<DeletesResult.Reading> readings = new ArrayList<>();
    reads.forEach(
        (slot, samples) ->
            readings.add(
                new DeletesResult.Reading(
                    store,
                    order,
                    slot.phase(),
                    slot.read(),
                    samples.operations,
                    Median.of(samples.micros),
                    Median.of(samples.firstMicros),
                    (double) samples.counted.blockReads() / Math.max(1, samples.operations),
                    samples.counted.falsePositiveRate())));
    return readings;
  }

  List<DeletesResult.State> states() {
    List<DeletesResult.State> all = new ArrayList<>();
    states.forEach(
        (phase, looks) ->
            all.add(
                new DeletesResult.State(
                    store,
                    order,
                    phase,
                    looks.idleSeconds.isEmpty() ? 0 : Median.of(looks.idleSeconds),
                    looks.bytesOnDisk,
                    looks.logBytes,
                    looks.bytesWritten,
                    looks.figures)));
    return all;
  }
}
