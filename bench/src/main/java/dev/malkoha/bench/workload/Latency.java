package dev.malkoha.bench.workload;

import dev.malkoha.bench.Median;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How long single operations took, in microseconds: by rank, and the longest. */
public record Latency(double p50, double p99, double p999, double max) {

  /** Of some operations' nanoseconds, which are sorted. */
  static Latency of(long[] nanos) {
    Arrays.sort(nanos);
    return new Latency(
        micros(nanos, 0.5), micros(nanos, 0.99), micros(nanos, 0.999), micros(nanos, 1));
  }

  private static double micros(long[] sorted, double rank) {
    return sorted.length == 0 ? 0 : sorted[(int) (rank * (sorted.length - 1))] / 1e3;
  }

  /** The median of each rank over some rounds, and the longest of all. */
  static Latency over(List<Latency> rounds) {
    return new Latency(
        median(rounds, Latency::p50),
        median(rounds, Latency::p99),
        median(rounds, Latency::p999),
        rounds.stream().mapToDouble(Latency::max).max().orElse(0));
  }

  private static double median(List<Latency> rounds, ToDoubleFunction<Latency> rank) {
    return Median.of(rounds.stream().mapToDouble(rank).boxed().toList());
  }
}
