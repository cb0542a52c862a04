package dev.malkoha.kafkabench.measure;

import dev.malkoha.bench.Median;
import dev.malkoha.kafkabench.app.StoreKind;
import java.util.List;
import java.util.OptionalDouble;

/** All values that a benchmark has measured. */
public record KafkaResult(List<Value> values) {

  /** The measurements of one process. */
  public record Value(Part part, StoreKind store, int round, Figure figure, double value) {}

  /** The middle one of all rounds; empty if it was not measured. */
  public OptionalDouble median(Part part, StoreKind store, Figure figure) {
    List<Double> all =
        values.stream()
            .filter(v -> v.part() == part && v.store() == store && v.figure() == figure)
            .map(Value::value)
            .toList();
    return all.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Median.of(all));
  }

  /** Which parts were measured, in order. */
  public List<Part> parts() {
    return values.stream().map(Value::part).distinct().toList();
  }

  /** Which stores were measured, in order. */
  public List<StoreKind> stores() {
    return values.stream().map(Value::store).distinct().sorted().toList();
  }
}
