package dev.malkoha.papers.filters;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The comparison of filters: each is built once and checked, then all are timed in turns, for as
 * many rounds as wanted.
 */
public final class FilterComparison {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Iterations of what builds a filter each time. */
  private static final int MOST_BUILDS = 3;

  private static final Set<String> LOOK_UPS = Set.of("hit", "miss", "mix", "batch");

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
    int most = options.effort().iterations();
    int few = Math.min(MOST_BUILDS, most);
    List<Turns> turns =
        Stream.of(
                turns("LookUpBenchmark.(hit|miss|mix)", 3, most, contender -> true),
                turns("LookUpBenchmark.batch", 1, most, FilterContender::batches),
                turns("BuildBenchmark.build", 1, few, contender -> true),
                turns("DeleteBenchmark.remove", 1, few, FilterContender::timesDeleting))
            .filter(each -> each.count() > 0)
            .toList();
    String name = "round %s of %s".formatted(number, options.rounds());
    int steps = turns.stream().mapToInt(Turns::count).sum();
    try (Progress.Task task = progress.start(name, steps)) {
      for (Turns each : turns) {
        keep(each.take(task));
      }
    }
  }

  private Turns turns(
      String methods, int count, int iterations, Predicate<FilterContender> taking) {
    return new Turns(
        options, methods, count, iterations, options.contenders().stream().filter(taking).toList());
  }

  private void keep(Collection<RunResult> results) {
    for (RunResult result : results) {
      Entry entry =
          new Entry(
              FilterContender.valueOf(result.getParams().getParam("contender")),
              Integer.parseInt(result.getParams().getParam("keys")));
      double score = result.getPrimaryResult().getStatistics().getPercentile(50);
      String label = result.getPrimaryResult().getLabel();
      switch (label) {
        case "hit" -> keep(entry, FilterMeasure.HIT, score);
        case "miss" -> keep(entry, FilterMeasure.MISS, score);
        case "mix" -> keep(entry, FilterMeasure.MIX, score);
        case "batch" -> keep(entry, FilterMeasure.BATCH, score);
        case "build" -> keep(entry, FilterMeasure.BUILD, score / entry.keys());
        case "remove" ->
            keep(entry, FilterMeasure.DELETE, score / DeleteBenchmark.removals(entry.keys()));
        default -> throw new IllegalStateException(label);
      }
      Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
      if (allocated != null && LOOK_UPS.contains(label)) {
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
