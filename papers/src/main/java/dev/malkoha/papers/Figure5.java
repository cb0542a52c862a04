package dev.malkoha.papers;

import static dev.malkoha.papers.FilterSystem.BF;
import static dev.malkoha.papers.FilterSystem.BLK_BF;
import static dev.malkoha.papers.FilterSystem.CF;
import static dev.malkoha.papers.FilterSystem.DL_CBF;
import static dev.malkoha.papers.FilterSystem.QF;
import static dev.malkoha.papers.FilterSystem.SS_CF;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoublePredicate;

/** Figure 5: look-up rate of full filters by the share of positive queries. */
final class Figure5 {

  /** Speeds are the same where the lower is at least this much of the higher. */
  private static final double SAME = 0.8;

  private static final List<Double> SHARES =
      Lives.SHARES.stream().map(percent -> percent / 100.0).toList();

  private final SpeedLines lines;

  private Figure5(SpeedLines lines) {
    this.lines = lines;
  }

  static PartResult of(LifeResults results) {
    SpeedLines lines = new SpeedLines(results, LifeResults.Kind.MIXED);
    return new PartResult(
        PaperPart.FIGURE5,
        "Full filters as in Table 3 are asked for keys of which a share, chosen at random, is in"
            + " them: %s look-ups a measurement, the median of %s, in million look-ups a second."
                .formatted(
                    Numbers.count(results.scale().queries()),
                    results.scale().rounds() * results.scale().lives()),
        shown(lines),
        csv(lines),
        List.of(
            lines.plot(
                PaperPart.FIGURE5.label(),
                "Figure 5: look-up rate by share of positive queries",
                "share of positive queries",
                "million look-ups a second")),
        new Figure5(lines).claims());
  }

  private static Grid shown(SpeedLines lines) {
    Grid.Rows rows = lines.rows("positive");
    SHARES.forEach(share -> rows.row(lines.row(Numbers.percent(share, 0), share, 0)));
    return rows.grid();
  }

  private static Grid csv(SpeedLines lines) {
    Grid.Rows rows = new Grid.Rows("system", "positiveShare", "lookUpMillionPerSecond");
    for (FilterSystem system : lines.systems()) {
      for (Plot.Point point : lines.line(system)) {
        rows.row(system.label(), Numbers.raw(point.x()), Numbers.raw(point.y()));
      }
    }
    return rows.grid();
  }

  private List<Claim> claims() {
    return List.of(
        sameAtBothEnds(CF),
        new Claim(
            "CF drops slightly at 50 %",
            ends(CF),
            lines.at(CF, 0.5) < Math.min(lines.at(CF, 0), lines.at(CF, 1))
                && lines.at(CF, 0.5) > lines.at(CF, 0) / 2),
        new Claim(
            "ss-CF is slower than CF at every share",
            both(CF, SS_CF),
            everywhere(p -> lines.at(SS_CF, p) < lines.at(CF, p))),
        falls(BLK_BF),
        falls(BF),
        new Claim(
            "BF is slower than blk-BF at every share",
            both(BF, BLK_BF),
            everywhere(p -> lines.at(BF, p) < lines.at(BLK_BF, p))),
        new Claim(
            "ss-CF is faster than BF when more than 25 % are positive",
            lines.at(0.5, SS_CF, BF) + " at 50 %; " + lines.at(1, SS_CF, BF) + " at 100 %",
            everywhere(p -> p <= 0.25 || lines.at(SS_CF, p) > lines.at(BF, p))),
        new Claim(
            "QF is the slowest at every share",
            lines.at(0, FilterSystem.values()) + " at 0 %",
            everywhere(p -> slowest(p) == QF)),
        new Claim(
            "dl-CBF is faster than ss-CF",
            both(DL_CBF, SS_CF),
            everywhere(p -> lines.at(DL_CBF, p) > lines.at(SS_CF, p))),
        sameAtBothEnds(DL_CBF));
  }

  private Claim sameAtBothEnds(FilterSystem system) {
    double none = lines.at(system, 0);
    double all = lines.at(system, 1);
    return new Claim(
        system.label() + " is as fast at 0 % as at 100 %",
        ends(system),
        Math.min(none, all) >= SAME * Math.max(none, all));
  }

  private Claim falls(FilterSystem system) {
    return new Claim(
        system.label() + " gets slower with more positive queries",
        ends(system),
        lines.at(system, 1) < lines.at(system, 0));
  }

  private String ends(FilterSystem system) {
    return lines.at(0, system)
        + " at 0 %, "
        + lines.at(0.5, system)
        + " at 50 %, "
        + lines.at(1, system)
        + " at 100 %";
  }

  private String both(FilterSystem first, FilterSystem second) {
    return lines.at(0, first, second) + " at 0 %; " + lines.at(1, first, second) + " at 100 %";
  }

  private FilterSystem slowest(double share) {
    return Arrays.stream(FilterSystem.values())
        .min(Comparator.comparingDouble(system -> lines.at(system, share)))
        .orElseThrow();
  }

  private static boolean everywhere(DoublePredicate holds) {
    return SHARES.stream().mapToDouble(Double::doubleValue).allMatch(holds);
  }
}
