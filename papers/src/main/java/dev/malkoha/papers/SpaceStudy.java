package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import dev.malkoha.filter.DynamicFilter;
import dev.malkoha.filter.KeyHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/**
 * The experiment of Figures 3 and 4: filters of many fingerprint widths are filled until they are
 * full, and asked for random absent keys.
 */
final class SpaceStudy {

  /** So many false positives are enough: the rate is then known to about 2 %. */
  private static final long ENOUGH = 2_000;

  /** How often the number of false positives is looked at. */
  private static final long ASKED_AT_ONCE = 100_000;

  /** A way to make an empty filter. */
  interface Maker {

    DynamicFilter make(long salt);
  }

  /**
   * Filters of one kind.
   *
   * @param series the name of the line that it is a point of
   * @param width its fingerprint bits, or bits a key
   * @param slots how many keys would fill all of it
   * @param maker makes an empty one
   */
  record Kind(String series, int width, long slots, Maker maker) {}

  /**
   * What filters of one kind are when full: means over all runs.
   *
   * @param load keys for each slot
   */
  record Full(Kind kind, double load, double bitsPerItem, double falsePositiveRate) {}

  private SpaceStudy() {}

  static List<Full> run(String name, List<Kind> kinds, Scale scale, long seed, Progress progress)
      throws IOException {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Callable<Full>> runs = new ArrayList<>();
    for (Kind kind : kinds) {
      for (int run = 0; run < scale.spaceRuns(); run++) {
        long runSeed = seeds.nextLong();
        runs.add(() -> measure(kind, scale.spaceQueries(), runSeed));
      }
    }
    long slots = kinds.stream().mapToLong(Kind::slots).max().orElse(0);
    List<Full> all = Parallel.all(name, runs, slots * Integer.BYTES, progress);
    List<Full> means = new ArrayList<>();
    for (int at = 0; at < all.size(); at += scale.spaceRuns()) {
      means.add(mean(all.subList(at, at + scale.spaceRuns())));
    }
    return means;
  }

  private static Full mean(List<Full> runs) {
    return new Full(
        runs.get(0).kind(),
        runs.stream().mapToDouble(Full::load).average().orElseThrow(),
        runs.stream().mapToDouble(Full::bitsPerItem).average().orElseThrow(),
        runs.stream().mapToDouble(Full::falsePositiveRate).average().orElseThrow());
  }

  static Full measure(Kind kind, long queries, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DynamicFilter filter = kind.maker().make(random.nextLong());
    long items = fill(filter, kind.slots(), random);
    double rate = falsePositiveRate(filter, queries, random);
    return new Full(
        kind, items / (double) kind.slots(), filter.sizeBytes() * (double) Byte.SIZE / items, rate);
  }

  /** Adds random keys until an add fails, or there are as many as slots; returns how many. */
  static long fill(DynamicFilter filter, long slots, SplittableRandom random) {
    KeyHasher hasher = new KeyHasher(random.nextLong());
    for (long items = 0; items < slots; items++) {
      if (!filter.add(hasher.hash(random.nextLong()))) {
        return items;
      }
    }
    return slots;
  }

  private static double falsePositiveRate(
      DynamicFilter filter, long queries, SplittableRandom random) {
    long asked = 0;
    long found = 0;
    while (asked < queries && found < ENOUGH) {
      long end = Math.min(queries, asked + ASKED_AT_ONCE);
      for (; asked < end; asked++) {
        // What a keyed hash makes of random keys is random bits: the keys themselves do as well.
        if (filter.contains(random.nextLong())) {
          found++;
        }
      }
    }
    return found / (double) asked;
  }
}
