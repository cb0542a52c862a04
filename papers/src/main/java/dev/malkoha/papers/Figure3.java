package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Figure 3: bits per item against the measured false-positive rate, for b = 2, 4 and 8. */
final class Figure3 {

  private static final int[] BUCKET_SLOTS = {2, 4, 8};

  /** From a rate of about 1/8 to one of about 1/2^17, as the paper's figure. */
  private static final int MOST_RATE_BITS = 3;

  private static final int LEAST_RATE_BITS = 17;

  private static final double LOAD_TOLERANCE = 0.02;

  private final List<SpaceStudy.Full> all;
  private final Scale scale;

  private Figure3(List<SpaceStudy.Full> all, Scale scale) {
    this.all = all;
    this.scale = scale;
  }

  static PartResult run(Scale scale, long seed, Progress progress) throws IOException {
    List<SpaceStudy.Kind> kinds = new ArrayList<>();
    long slots = 1L << scale.spaceSlotBits();
    for (int b : BUCKET_SLOTS) {
      int spent = Integer.numberOfTrailingZeros(2 * b);
      for (int width = spent + MOST_RATE_BITS; width <= spent + LEAST_RATE_BITS; width++) {
        int bits = width;
        kinds.add(
            new SpaceStudy.Kind(
                series(b), width, slots, salt -> CuckooFilter.plain(bits, b, slots / b, salt)));
      }
    }
    return new Figure3(SpaceStudy.run("space, b = 2, 4, 8", kinds, scale, seed, progress), scale)
        .result();
  }

  private static String series(int bucketSlots) {
    return "b = " + bucketSlots;
  }

  private SpaceLine line(int bucketSlots) {
    return SpaceLine.of(series(bucketSlots), all);
  }

  private PartResult result() {
    return new PartResult(
        PaperPart.FIGURE3,
        ("Cuckoo filters of 2^%s slots and each fingerprint width are filled until an add fails, and"
                + " asked for random absent keys until there are 2,000 false positives, or %s times;"
                + " means of %s.")
            .formatted(
                scale.spaceSlotBits(), Numbers.count(scale.spaceQueries()), scale.spaceRuns()),
        shown(),
        csv(),
        List.of(plot()),
        claims());
  }

  private Grid shown() {
    Grid.Rows rows = new Grid.Rows("false positives", "b = 2", "b = 4", "b = 8");
    for (double rate : new double[] {0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001, 0.00002}) {
      List<String> cells = new ArrayList<>(List.of(Numbers.rate(rate)));
      for (int b : BUCKET_SLOTS) {
        OptionalDouble bits = line(b).bitsAt(rate);
        cells.add(bits.isPresent() ? Numbers.fixed(bits.getAsDouble(), 2) : "");
      }
      rows.row(cells);
    }
    return rows.grid();
  }

  private Grid csv() {
    Grid.Rows rows =
        new Grid.Rows(
            "bucketSlots", "fingerprintBits", "loadFactor", "bitsPerItem", "falsePositiveRate");
    for (int b : BUCKET_SLOTS) {
      for (SpaceStudy.Full full : all) {
        if (full.kind().series().equals(series(b))) {
          rows.row(
              Integer.toString(b),
              Integer.toString(full.kind().width()),
              Numbers.raw(full.load()),
              Numbers.raw(full.bitsPerItem()),
              Numbers.raw(full.falsePositiveRate()));
        }
      }
    }
    return rows.grid();
  }

  private Plot plot() {
    Map<String, List<Plot.Point>> byName = new LinkedHashMap<>();
    for (int b : BUCKET_SLOTS) {
      byName.put(series(b), line(b).points());
    }
    return new Plot(
        PaperPart.FIGURE3.label(),
        "Figure 3: space against false-positive rate, by bucket size",
        Plot.Axis.logarithmic("false-positive rate"),
        Plot.Axis.linear("bits per item"),
        Plot.lines(byName));
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (int b : BUCKET_SLOTS) {
      double published = Published.LOAD_BY_SLOTS.getOrDefault(b, Double.NaN);
      double best = line(b).bestLoad();
      claims.add(
          new Claim(
              "b = %s: load factor %s".formatted(b, Numbers.percent(published, 0)),
              Numbers.percent(best, 2),
              Math.abs(best - published) <= LOAD_TOLERANCE));
    }
    OptionalDouble crossing = line(2).lowestBelow(line(4), 0.0001, 0.05);
    claims.add(
        new Claim(
            "b = 2 takes less space than b = 4 above a rate of 0.002, and more below",
            crossing.isPresent()
                ? "above a rate of " + Numbers.raw(round(crossing.getAsDouble()))
                : "nowhere above a rate of 0.0001",
            crossing.isPresent()
                && crossing.getAsDouble() > Published.TWO_SLOTS_RATE / 2
                && crossing.getAsDouble() < Published.TWO_SLOTS_RATE * 2));
    claims.add(
        new Claim(
            "from 0.00001 to 0.002, b = 4 takes the least space",
            leastAt(0.00002) + " at 0.00002, " + leastAt(0.0002) + " at 0.0002",
            leastAt(0.00002).equals(series(4)) && leastAt(0.0002).equals(series(4))));
    return claims;
  }

  private static double round(double rate) {
    return Math.round(rate * 1e4) / 1e4;
  }

  private String leastAt(double rate) {
    int least = BUCKET_SLOTS[0];
    for (int b : BUCKET_SLOTS) {
      if (line(b).bitsAt(rate).orElse(Double.MAX_VALUE)
          < line(least).bitsAt(rate).orElse(Double.MAX_VALUE)) {
        least = b;
      }
    }
    return series(least);
  }
}
