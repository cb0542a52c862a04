package dev.malkoha.bench.growth;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.GrownStore;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measures stores of one size after another, each twice as large as the one before. */
public final class Growth {

  private static final int SMALLEST = 2_000_000;

  private Growth() {}

  /** The sizes up to a largest one: halves of it, down to two million or a quarter. */
  static List<Integer> sizes(int largest) {
    List<Integer> sizes = new ArrayList<>();
    for (int size = largest; size >= Math.max(1, Math.min(SMALLEST, largest / 4)); size /= 2) {
      sizes.add(size);
    }
    Collections.reverse(sizes);
    return sizes;
  }

  /**
   * Fills, reads and opens stores with up to as many entries as the options say. What the first
   * size measures for the first time only warms the code up.
   *
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   */
  public static List<GrowthPoint> run(BenchOptions options, Progress progress) throws IOException {
    List<GrowthPoint> points = new ArrayList<>();
    List<Integer> sizes = sizes(options.entries());
    try (Scratch scratch = Scratch.in(options.parent())) {
      round(options.ofSize(sizes.get(0)), scratch, progress);
      for (int size : sizes) {
        points.addAll(round(options.ofSize(size), scratch, progress));
      }
    }
    return points;
  }

  private static List<GrowthPoint> round(BenchOptions options, Scratch scratch, Progress progress) {
    List<GrowthPoint> points = new ArrayList<>();
    for (StoreKind kind : options.stores()) {
      String name = String.format(Locale.ROOT, "%,d entries %s", options.entries(), kind.label());
      try (Progress.Task task = progress.start(name, 1)) {
        points.add(
            new GrowthPoint(
                kind, options.entries(), new GrownStore(kind, options, scratch).figures()));
        task.advance(1);
      }
    }
    return points;
  }
}
