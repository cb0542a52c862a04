package dev.malkoha.bench.workload;

import dev.malkoha.bench.Median;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * How long single operations took, in microseconds: by rank, and the longest; and how many of them
 * took longer than a millisecond, and than ten.
 */
public record Latency(
    double p50,
    double p99,
    double p999,
    double p9999,
    double max,
    long aboveOneMilli,
    long aboveTenMillis) {

  private static final long MILLI = 1_000_000;

  /** The latency of operations' nanoseconds, to three digits. */
  static Latency of(Histogram nanos) {
    return new Latency(
        micros(nanos, 50),
        micros(nanos, 99),
        micros(nanos, 99.9),
        micros(nanos, 99.99),
        nanos.getMaxValue() / 1e3,
        above(nanos, MILLI),
        above(nanos, 10 * MILLI));
  }

  private static double micros(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }

  private static long above(Histogram nanos, long limit) {
    return nanos.getMaxValue() <= limit
        ? 0
        : nanos.getCountBetweenValues(nanos.nextNonEquivalentValue(limit), nanos.getMaxValue());
  }

  /** The median of each rank over some rounds, and the longest of all. */
  static Latency over(List<Latency> rounds) {
    return new Latency(
        median(rounds, Latency::p50),
        median(rounds, Latency::p99),
        median(rounds, Latency::p999),
        median(rounds, Latency::p9999),
        rounds.stream().mapToDouble(Latency::max).max().orElse(0),
        Math.round(median(rounds, Latency::aboveOneMilli)),
        Math.round(median(rounds, Latency::aboveTenMillis)));
  }

  private static double median(List<Latency> rounds, ToDoubleFunction<Latency> rank) {
    return Median.of(rounds.stream().mapToDouble(rank).boxed().toList());
  }
}
