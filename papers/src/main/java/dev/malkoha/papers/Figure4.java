package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import dev.malkoha.papers.rivals.StandardBloomFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * Figure 4: bits per item for a false-positive rate, by the formulas of Table 2 with the measured
 * load factor, and by filters that were built and asked.
 */
final class Figure4 {

  /** The paper's axis: four decades, to 10 %. */
  private static final double LEAST_RATE = 0.00001;

  private static final int DECADES = 4;

  private static final int POINTS_PER_DECADE = 10;
  private static final int SLOTS = 4;

  /** From here on the load factor does not depend on the width. */
  private static final int WIDE = 8;

  /** A way to make filters of a width, for about so many keys. */
  private interface Family {

    SpaceStudy.Maker of(int bits, long slots);
  }

  /**
   * A series of filters that are built: one more is one more of these.
   *
   * @param formula the number of the formula that it is a case of, or one beyond them
   * @param first the least width
   * @param last the greatest width
   */
  private record Built(String name, int formula, int first, int last, Family family) {}

  private static final List<Built> BUILT =
      List.of(
          new Built("BF", 0, 6, 20, Figure4::bloom),
          new Built(
              "CF",
              1,
              6,
              20,
              (f, slots) -> salt -> CuckooFilter.plain(f, SLOTS, slots / SLOTS, salt)),
          new Built(
              "ss-CF",
              2,
              6,
              20,
              (f, slots) -> salt -> CuckooFilter.semiSorted(f, slots / SLOTS, salt)),
          new Built("windowed", 4, 5, 17, Figure4::windowed));

  private static SpaceStudy.Maker bloom(int bitsPerKey, long keys) {
    int probes = (int) Math.round(bitsPerKey * Math.log(2));
    return salt -> new StandardBloomFilter(bitsPerKey * keys, probes, salt);
  }

  /** Our tables' windowed filters, from exactly so many keys, for a rate of 2^-bits. */
  private static SpaceStudy.Maker windowed(int bits, long keys) {
    return salt -> new TableFilter(FilterPolicy.windowedCuckoo(Math.pow(2, -bits)), salt);
  }

  private record Formula(String name, DoubleUnaryOperator bits) {}

  private final List<SpaceStudy.Full> all;
  private final Scale scale;
  private final double load;
  private final List<Formula> formulas;

  private Figure4(List<SpaceStudy.Full> all, Scale scale) {
    this.all = all;
    this.scale = scale;
    this.load =
        all.stream()
            .filter(full -> full.kind().series().equals("CF") && full.kind().width() >= WIDE)
            .mapToDouble(SpaceStudy.Full::load)
            .average()
            .orElseThrow();
    this.formulas =
        List.of(
            new Formula("Bloom filter", SpaceFormulas::bloom),
            new Formula("cuckoo filter", rate -> SpaceFormulas.cuckoo(rate, load)),
            new Formula("semi-sorted", rate -> SpaceFormulas.semiSorted(rate, load)),
            new Formula("lower bound", SpaceFormulas::bound));
  }

  static PartResult run(Scale scale, long seed, Progress progress) throws IOException {
    List<SpaceStudy.Kind> kinds = new ArrayList<>();
    long slots = 1L << scale.spaceSlotBits();
    for (Built built : BUILT) {
      for (int bits = built.first(); bits <= built.last(); bits++) {
        kinds.add(new SpaceStudy.Kind(built.name(), bits, slots, built.family().of(bits, slots)));
      }
    }
    return new Figure4(SpaceStudy.run("space by system", kinds, scale, seed, progress), scale)
        .result();
  }

  private PartResult result() {
    return new PartResult(
        PaperPart.FIGURE4,
        String.format(
            Locale.ROOT,
            ("The lines are the formulas, with the load factor of the (2,4)-cuckoo filters that were"
                + " filled here, %s. The dots are filters of 2^%d slots, filled until an add fails"
                + " (Bloom: with one key a slot) and asked for at most %s absent keys; means of %d."
                + " Windowed filters are not the paper's: they are what our tables can have, built"
                + " at once from as many keys, to 95 %%."),
            Numbers.percent(load, 2),
            scale.spaceSlotBits(),
            Numbers.count(scale.spaceQueries()),
            scale.spaceRuns()),
        shown(),
        csv(),
        List.of(plot()),
        claims());
  }

  private static List<Double> rates() {
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i <= DECADES * POINTS_PER_DECADE; i++) {
      rates.add(LEAST_RATE * Math.pow(10, i / (double) POINTS_PER_DECADE));
    }
    return rates;
  }

  private Grid shown() {
    List<String> head = new ArrayList<>(List.of("rate"));
    formulas.forEach(formula -> head.add(formula.name()));
    BUILT.forEach(built -> head.add(built.name() + " built"));
    Grid.Rows rows = new Grid.Rows(head);
    for (double rate : new double[] {0.1, 0.05, 0.03, 0.02, 0.01, 0.001, 0.0001, 0.00002}) {
      List<String> cells = new ArrayList<>(List.of(Numbers.rate(rate)));
      formulas.forEach(f -> cells.add(Numbers.fixed(f.bits().applyAsDouble(rate), 2)));
      for (Built built : BUILT) {
        SpaceLine line = SpaceLine.of(built.name(), all);
        cells.add(
            line.bitsAt(rate).isPresent() ? Numbers.fixed(line.bitsAt(rate).getAsDouble(), 2) : "");
      }
      rows.row(cells);
    }
    return rows.grid();
  }

  private Grid csv() {
    Grid.Rows rows = new Grid.Rows("series", "kind", "falsePositiveRate", "bitsPerItem");
    for (Formula formula : formulas) {
      for (double rate : rates()) {
        rows.row(
            formula.name(),
            "formula",
            Numbers.raw(rate),
            Numbers.raw(formula.bits().applyAsDouble(rate)));
      }
    }
    for (Built built : BUILT) {
      for (Plot.Point point : SpaceLine.of(built.name(), all).points()) {
        rows.row(built.name(), "measured", Numbers.raw(point.x()), Numbers.raw(point.y()));
      }
    }
    return rows.grid();
  }

  private Plot plot() {
    List<Plot.Series> series = new ArrayList<>();
    for (Formula formula : formulas) {
      List<Plot.Point> points =
          rates().stream()
              .map(rate -> new Plot.Point(rate, formula.bits().applyAsDouble(rate)))
              .toList();
      series.add(new Plot.Series(formula.name(), points, Plot.Style.LINE, series.size()));
    }
    for (Built built : BUILT) {
      List<Plot.Point> points = SpaceLine.of(built.name(), all).points();
      series.add(
          new Plot.Series(built.name() + " built", points, Plot.Style.DOTS, built.formula()));
    }
    return new Plot(
        PaperPart.FIGURE4.label(),
        "Figure 4: space against false-positive rate",
        Plot.Axis.logarithmic("false-positive rate"),
        Plot.Axis.linear("bits per item"),
        series);
  }

  private List<Claim> claims() {
    double semiSorted = SpaceFormulas.semiSortedCrossing(load);
    double cuckoo = SpaceFormulas.cuckooCrossing(load);
    return List.of(
        new Claim(
            "the load factor is %s".formatted(Numbers.percent(Published.LOAD, 1)),
            Numbers.percent(load, 2),
            Math.abs(load - Published.LOAD) <= 0.01),
        new Claim(
            "semi-sorted cuckoo filters take less space than Bloom filters below a rate of %s (%s bits)"
                .formatted(
                    Numbers.percent(Published.CROSSOVER_RATE, 0),
                    Numbers.fixed(Published.CROSSOVER_BITS, 1)),
            "by the formulas below %s (%s bits)"
                .formatted(
                    Numbers.percent(semiSorted, 2),
                    Numbers.fixed(SpaceFormulas.bloom(semiSorted), 2)),
            Math.abs(semiSorted - Published.CROSSOVER_RATE) <= 0.01),
        new Claim(
            "cuckoo filters without semi-sorting cross lower (read from the text: not printed)",
            "by the formulas below %s (%s bits)"
                .formatted(
                    Numbers.percent(cuckoo, 2), Numbers.fixed(SpaceFormulas.bloom(cuckoo), 2)),
            cuckoo < semiSorted));
  }
}
