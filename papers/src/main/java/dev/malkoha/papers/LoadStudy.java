package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/**
 * The experiment of Figure 2 and the login article's table: cuckoo filters are filled with random
 * keys until an add fails, which it does after 500 displacements.
 */
final class LoadStudy {

  /** A kind of table. */
  record Kind(int bucketSlots, int bucketBits, int fingerprintBits) {

    long slots() {
      return (long) bucketSlots << bucketBits;
    }

    long bytes() {
      return slots() * fingerprintBits / Byte.SIZE;
    }
  }

  /** The load factors of the tables of one kind. */
  record Loads(Kind kind, List<Double> values) {

    Loads {
      values = List.copyOf(values);
    }

    double min() {
      return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    double mean() {
      return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** With the number of runs less one below; not a number for a single run. */
    double variance() {
      double mean = mean();
      double squares = 0;
      for (double value : values) {
        squares += (value - mean) * (value - mean);
      }
      return squares / (values.size() - 1);
    }

    int runs() {
      return values.size();
    }
  }

  private LoadStudy() {}

  /** All kinds of tables that the wanted ones of the two parts are about. */
  static List<Loads> run(Scale scale, Set<PaperPart> wanted, long seed, Progress progress)
      throws IOException {
    Map<Kind, Integer> runs = new LinkedHashMap<>();
    for (Scale.LoadSize size : scale.loads()) {
      for (Kind kind : kinds(size, wanted)) {
        runs.put(kind, size.runs());
      }
    }
    return measure(runs, seed, progress);
  }

  private static Set<Kind> kinds(Scale.LoadSize size, Set<PaperPart> wanted) {
    Set<Kind> kinds = new LinkedHashSet<>();
    boolean figure = wanted.contains(PaperPart.FIGURE2);
    for (int width : size.ofFour()) {
      if (figure || Scale.LOGIN_WIDTHS.contains(width)) {
        kinds.add(new Kind(4, size.bucketBits(), width));
      }
    }
    if (figure) {
      size.ofEight().forEach(width -> kinds.add(new Kind(8, size.bucketBits(), width)));
    }
    return kinds;
  }

  private record Run(Kind kind, long seed) {}

  private static List<Loads> measure(Map<Kind, Integer> kinds, long seed, Progress progress)
      throws IOException {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Run> runs = new ArrayList<>();
    for (Map.Entry<Kind, Integer> entry : kinds.entrySet()) {
      for (int run = 0; run < entry.getValue(); run++) {
        runs.add(new Run(entry.getKey(), seeds.nextLong()));
      }
    }
    // The longest first, or one core would be idle at the end.
    runs.sort(Comparator.comparingLong((Run run) -> run.kind().slots()).reversed());
    List<Callable<Double>> calls = new ArrayList<>();
    for (Run run : runs) {
      calls.add(() -> load(run.kind(), run.seed()));
    }
    long largest = kinds.keySet().stream().mapToLong(Kind::bytes).max().orElse(0);
    List<Double> loads = Parallel.all("load factors", calls, largest, progress);
    return kinds.keySet().stream().map(kind -> of(kind, runs, loads)).toList();
  }

  private static Loads of(Kind kind, List<Run> runs, List<Double> loads) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).kind().equals(kind)) {
        values.add(loads.get(i));
      }
    }
    return new Loads(kind, values);
  }

  static double load(Kind kind, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DynamicFilter filter =
        CuckooFilter.plain(
            kind.fingerprintBits(), kind.bucketSlots(), 1L << kind.bucketBits(), random.nextLong());
    return SpaceStudy.fill(filter, kind.slots(), random) / (double) kind.slots();
  }
}
