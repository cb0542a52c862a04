package dev.malkoha.papers;

import static dev.malkoha.papers.FilterSystem.BF;
import static dev.malkoha.papers.FilterSystem.BLK_BF;
import static dev.malkoha.papers.FilterSystem.CF;
import static dev.malkoha.papers.FilterSystem.DL_CBF;
import static dev.malkoha.papers.FilterSystem.QF;
import static dev.malkoha.papers.FilterSystem.SS_CF;

import dev.malkoha.papers.Grid.Rows;
import dev.malkoha.papers.LifeResults.Kind;
import java.util.List;
import java.util.stream.Stream;

/** Figures 6 to 8: look-up, insert and delete rates by occupancy. */
final class OccupancyFigure {

  /** A rate is constant, or stable, if its lowest is at least this much of its highest. */
  private static final double STABLE = 0.7;

  /** A rate decreases, or substantially so, if its last is at most this much of its first. */
  private static final double DECREASED = 0.8;

  private static final double SUBSTANTIALLY = 0.5;

  private static final String OCCUPANCY = "occupancy";

  private OccupancyFigure() {}

  static PartResult figure6(LifeResults results) {
    SpeedLines negative = new SpeedLines(results, Kind.NEGATIVE);
    SpeedLines positive = new SpeedLines(results, Kind.POSITIVE);
    Rows csv = new Rows("system", "queries", OCCUPANCY, "lookUpMillionPerSecond");
    csv(negative, "negative", csv);
    csv(positive, "positive", csv);
    return new PartResult(
        PaperPart.FIGURE6,
        "The filters are asked while they are filled, for absent and for present random keys: %s"
                .formatted(Numbers.count(results.scale().queries()))
            + " look-ups a measurement, the median of %s. "
                .formatted(results.scale().rounds() * results.scale().lives())
            + occupancy(),
        both(negative, positive, results),
        csv.grid(),
        List.of(
            plot(negative, "figure6a", "Figure 6a: look-up rate, negative queries", "look-ups"),
            plot(positive, "figure6b", "Figure 6b: look-up rate, positive queries", "look-ups")),
        claims6(negative, positive));
  }

  private static List<Claim> claims6(SpeedLines negative, SpeedLines positive) {
    return List.of(
        stable(negative, CF, "negative"),
        stable(negative, SS_CF, "negative"),
        stable(positive, CF, "positive"),
        stable(positive, SS_CF, "positive"),
        new Claim(
            "QF decreases substantially, negative",
            negative.span(QF),
            negative.last(QF) <= SUBSTANTIALLY * negative.first(QF)),
        decreasing(negative, BF, "negative"),
        decreasing(negative, BLK_BF, "negative"),
        stable(positive, BF, "positive"),
        stable(positive, BLK_BF, "positive"),
        stable(negative, DL_CBF, "negative"));
  }

  static PartResult figure7(LifeResults results) {
    SpeedLines lines = new SpeedLines(results, Kind.INSERT);
    Rows csv = new Rows("system", OCCUPANCY, "insertMillionPerSecond");
    csv(lines, "", csv);
    return new PartResult(
        PaperPart.FIGURE7,
        "The adds between two occupancies are timed, and shown at the middle between them; the"
            + " median of %s. ".formatted(results.scale().lives())
            + occupancy(),
        atMiddles(lines, results),
        csv.grid(),
        List.of(plot(lines, "figure7", "Figure 7: insert rate by occupancy", "adds")),
        List.of(
            decreasing(lines, CF, "adds"),
            decreasing(lines, SS_CF, "adds"),
            stable(lines, BF, "adds"),
            stable(lines, BLK_BF, "adds"),
            decreasing(lines, QF, "adds"),
            stable(lines, DL_CBF, "adds")));
  }

  static PartResult figure8(LifeResults results) {
    SpeedLines lines = new SpeedLines(results, Kind.DELETE);
    Rows csv = new Rows("system", OCCUPANCY, "deleteMillionPerSecond");
    csv(lines, "", csv);
    return new PartResult(
        PaperPart.FIGURE8,
        "Full filters are emptied, the keys that were added first first; the deletes between two"
            + " occupancies are timed, and shown at the middle; the median of %s."
                .formatted(results.scale().lives()),
        atMiddles(lines, results),
        csv.grid(),
        List.of(plot(lines, "figure8", "Figure 8: delete rate by occupancy", "deletes")),
        claims8(lines));
  }

  private static List<Claim> claims8(SpeedLines lines) {
    return List.of(
        new Claim(
            "CF is the fastest at every occupancy",
            lines.span(CF) + "; " + lines.span(DL_CBF),
            lines.line(CF).stream()
                .allMatch(
                    point ->
                        lines.systems().stream()
                            .allMatch(s -> lines.at(s, point.x()) <= point.y()))),
        stable(lines, CF, "deletes"),
        stable(lines, SS_CF, "deletes"),
        new Claim(
            "dl-CBF is the second fastest, by the mean",
            "CF %s, dl-CBF %s, ss-CF %s, QF %s M/s"
                .formatted(
                    Numbers.fixed(lines.mean(CF), 1),
                    Numbers.fixed(lines.mean(DL_CBF), 1),
                    Numbers.fixed(lines.mean(SS_CF), 1),
                    Numbers.fixed(lines.mean(QF), 1)),
            lines.mean(DL_CBF) < lines.mean(CF)
                && lines.mean(DL_CBF) > Math.max(lines.mean(SS_CF), lines.mean(QF))),
        new Claim(
            "QF is the slowest when nearly full",
            lines.at(1, CF, SS_CF, QF, DL_CBF) + ", each at its fullest",
            lines.last(QF)
                < Math.min(lines.last(CF), Math.min(lines.last(SS_CF), lines.last(DL_CBF)))),
        new Claim(
            "QF is faster than ss-CF when nearly empty",
            lines.at(0, SS_CF, QF),
            lines.first(QF) > lines.first(SS_CF)));
  }

  private static Claim stable(SpeedLines lines, FilterSystem system, String what) {
    return new Claim(
        system.label() + " is stable, " + what,
        lines.range(system),
        lines.evenness(system) >= STABLE);
  }

  private static Claim decreasing(SpeedLines lines, FilterSystem system, String what) {
    return new Claim(
        system.label() + " decreases, " + what,
        lines.span(system),
        lines.last(system) <= DECREASED * lines.first(system));
  }

  private static String occupancy() {
    return "Occupancy 1 is every slot taken; for BF and blk-BF it is 13 bits an item.";
  }

  private static Plot plot(SpeedLines lines, String name, String title, String what) {
    return lines.plot(name, title, OCCUPANCY, "million " + what + " a second");
  }

  private static void csv(SpeedLines lines, String queries, Rows rows) {
    for (FilterSystem system : lines.systems()) {
      for (Plot.Point point : lines.line(system)) {
        String x = Numbers.raw(point.x());
        String y = Numbers.raw(point.y());
        if (queries.isEmpty()) {
          rows.row(system.label(), x, y);
        } else {
          rows.row(system.label(), queries, x, y);
        }
      }
    }
  }

  /** A row for each step of adds or deletes, named by its middle. */
  private static Grid atMiddles(SpeedLines lines, LifeResults results) {
    int steps = results.scale().steps();
    Rows rows = lines.rows(OCCUPANCY);
    for (int step = 1; step <= steps; step++) {
      double middle = (step - 0.5) / steps;
      rows.row(lines.row(Numbers.percent(middle, 1), middle, 0.5 / steps));
    }
    return rows.grid();
  }

  /** A row for the end of each step that is complete, and one for filters at their fullest. */
  private static void atEnds(SpeedLines lines, LifeResults results, String queries, Rows into) {
    int steps = results.scale().steps();
    for (int step = 1; step < steps; step++) {
      double end = step / (double) steps;
      into.row(prefixed(queries, lines.row(Numbers.percent(end, 0), end, 0.1 / steps)));
    }
    into.row(prefixed(queries, lines.lastRow("full")));
  }

  private static Grid both(SpeedLines negative, SpeedLines positive, LifeResults results) {
    Rows rows = new Rows(prefixed("queries", negative.rows(OCCUPANCY).grid().head()));
    atEnds(negative, results, "negative", rows);
    atEnds(positive, results, "positive", rows);
    return rows.grid();
  }

  private static List<String> prefixed(String first, List<String> more) {
    return Stream.concat(Stream.of(first), more.stream()).toList();
  }
}
