package dev.malkoha.papers;

import dev.malkoha.bench.Median;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The results of whole lives of all systems. */
final class LifeResults {

  /** The timed operations. */
  enum Kind {
    INSERT,
    NEGATIVE,
    POSITIVE,
    MIXED,
    DELETE
  }

  /**
   * A full filter.
   *
   * @param items keys in it
   * @param bitsPerItem its memory for each of them
   * @param falsePositiveRate share of absent keys that it did not refuse
   * @param millionPerSecond items by the time to fill it from empty
   */
  record Full(
      FilterSystem system,
      double items,
      double bitsPerItem,
      double falsePositiveRate,
      double millionPerSecond) {}

  private record Sample(double x, double millionPerSecond) {}

  private record Line(FilterSystem system, Kind kind) {}

  private final Scale scale;
  private final Map<Line, TreeMap<Integer, List<Sample>>> samples = new java.util.HashMap<>();
  private final Map<FilterSystem, List<Full>> fulls = new EnumMap<>(FilterSystem.class);

  LifeResults(Scale scale) {
    this.scale = scale;
  }

  Scale scale() {
    return scale;
  }

  void add(FilterSystem system, Kind kind, int step, double x, double millionPerSecond) {
    samples
        .computeIfAbsent(new Line(system, kind), line -> new TreeMap<>())
        .computeIfAbsent(step, s -> new ArrayList<>())
        .add(new Sample(x, millionPerSecond));
  }

  void addFull(Full full) {
    fulls.computeIfAbsent(full.system(), system -> new ArrayList<>()).add(full);
  }

  /** The medians, from the left to the right. */
  List<Plot.Point> line(FilterSystem system, Kind kind) {
    return samples.getOrDefault(new Line(system, kind), new TreeMap<>()).values().stream()
        .map(step -> new Plot.Point(median(step, Sample::x), median(step, s -> s.millionPerSecond)))
        .toList();
  }

  /** Means of what a full filter is, and the median of how fast it was filled. */
  Full full(FilterSystem system) {
    List<Full> all = fulls.getOrDefault(system, List.of());
    return new Full(
        system,
        mean(all, Full::items),
        mean(all, Full::bitsPerItem),
        mean(all, Full::falsePositiveRate),
        median(all, Full::millionPerSecond));
  }

  private static <T> double median(List<T> of, ToDoubleFunction<T> value) {
    return Median.of(of.stream().map(value::applyAsDouble).toList());
  }

  private static <T> double mean(List<T> of, ToDoubleFunction<T> value) {
    return of.stream().mapToDouble(value).average().orElseThrow();
  }
}
