package dev.malkoha.papers.filters;

import dev.malkoha.bench.Median;
import java.util.List;
import java.util.Map;

/**
 * What a comparison of filters found.
 *
 * @param rows one for each filter and number of keys: by keys, then as the contenders come
 */
public record FilterResult(List<Row> rows) {

  /** Keeps the rows. */
  public FilterResult {
    rows = List.copyOf(rows);
  }

  /**
   * One filter of so many keys.
   *
   * @param contender the filter
   * @param keys the keys that it was built of
   * @param bitsPerKey its size
   * @param falsePositiveRate the share of absent keys that it does not exclude, measured
   * @param problem why it was not measured; empty if it was
   * @param rounds what was measured, in each round
   */
  public record Row(
      FilterContender contender,
      int keys,
      double bitsPerKey,
      double falsePositiveRate,
      String problem,
      Map<FilterMeasure, List<Double>> rounds) {

    /** Keeps the measurements. */
    public Row {
      rounds = Map.copyOf(rounds);
    }

    /** The middle of all rounds; not a number where nothing was measured. */
    public double median(FilterMeasure measure) {
      List<Double> values = rounds.getOrDefault(measure, List.of());
      return values.isEmpty() ? Double.NaN : Median.of(values);
    }
  }
}
