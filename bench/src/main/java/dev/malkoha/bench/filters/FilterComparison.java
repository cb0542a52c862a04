package dev.malkoha.bench.filters;

import dev.malkoha.bench.Progress;
import dev.malkoha.bench.WrongAnswerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The comparison of filters: each is built once and checked, then all are timed in turns, for as
 * many rounds as wanted.
 */
public final class FilterComparison {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** One filter of so many keys. */
  private record Entry(FilterContender contender, int keys) {}

  private final FilterOptions options;
  private final Progress progress;
  private final Map<Entry, FilterFacts> facts = new LinkedHashMap<>();
  private final Map<Entry, Map<FilterMeasure, List<Double>>> measured = new HashMap<>();

  private FilterComparison(FilterOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs the comparison.
   *
   * @throws WrongAnswerException if a filter denies a key that it holds
   * @throws IOException if JMH cannot run
   */
  public static FilterResult run(FilterOptions options, Progress progress) throws IOException {
    FilterComparison comparison = new FilterComparison(options, progress);
    comparison.check();
    for (int round = 1; round <= options.rounds(); round++) {
      comparison.round(round);
    }
    return comparison.result();
  }

  private void check() {
    int steps = options.contenders().size() * options.keys().size();
    try (Progress.Task task = progress.start("building and checking", steps)) {
      for (int count : options.keys()) {
        long[] keys = Queries.keys(count);
        long[] absent = Queries.absent(options.effort().queries());
        for (FilterContender contender : options.contenders()) {
          facts.put(new Entry(contender, count), FilterFacts.of(contender, keys, absent));
          task.advance(1);
        }
      }
    }
  }

  private void round(int number) throws IOException {
    Turns turns = new Turns(options);
    List<FilterContender> all = options.contenders();
    List<FilterContender> deleting = all.stream().filter(FilterContender::timesDeleting).toList();
    int steps =
        turns.count(all.size(), LookUpBenchmark.METHODS + 1) + turns.count(deleting.size(), 1);
    String name = "round %d of %d".formatted(number, options.rounds());
    try (Progress.Task task = progress.start(name, steps)) {
      keep(turns.take(LookUpBenchmark.class, all, task));
      keep(turns.take(BuildBenchmark.class, all, task));
      if (!deleting.isEmpty()) {
        keep(turns.take(DeleteBenchmark.class, deleting, task));
      }
    }
  }

  private void keep(Collection<RunResult> results) {
    for (RunResult result : results) {
      Entry entry =
          new Entry(
              FilterContender.valueOf(result.getParams().getParam("contender")),
              Integer.parseInt(result.getParams().getParam("keys")));
      double score = result.getPrimaryResult().getStatistics().getPercentile(50);
      switch (result.getPrimaryResult().getLabel()) {
        case "hit" -> keep(entry, FilterMeasure.HIT, score);
        case "miss" -> keep(entry, FilterMeasure.MISS, score);
        case "mix" -> keep(entry, FilterMeasure.MIX, score);
        case "build" -> keep(entry, FilterMeasure.BUILD, score / entry.keys());
        case "remove" ->
            keep(entry, FilterMeasure.DELETE, score / DeleteBenchmark.removals(entry.keys()));
        default -> throw new IllegalStateException(result.getPrimaryResult().getLabel());
      }
      Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
      if (allocated != null) {
        keep(entry, FilterMeasure.ALLOCATED, allocated.getScore());
      }
    }
  }

  private void keep(Entry entry, FilterMeasure measure, double value) {
    measured
        .computeIfAbsent(entry, e -> new EnumMap<>(FilterMeasure.class))
        .computeIfAbsent(measure, m -> new ArrayList<>())
        .add(value);
  }

  private FilterResult result() {
    List<FilterResult.Row> rows = new ArrayList<>();
    facts.forEach(
        (entry, facts) ->
            rows.add(
                new FilterResult.Row(
                    entry.contender(),
                    entry.keys(),
                    facts.bitsPerKey(),
                    facts.falsePositiveRate(),
                    facts.problem(),
                    measured.getOrDefault(entry, Map.of()))));
    return new FilterResult(rows);
  }
}
