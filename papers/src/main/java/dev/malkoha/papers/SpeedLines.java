package dev.malkoha.papers;

import dev.malkoha.papers.LifeResults.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One kind of speed for all systems: a panel of Figures 5 to 8. */
final class SpeedLines {

  private static final int WORDS_DECIMALS = 1;
  private static final int MANY = 8;

  private final LifeResults results;
  private final Kind kind;

  SpeedLines(LifeResults results, Kind kind) {
    this.results = results;
    this.kind = kind;
  }

  /** The systems that have such a speed. */
  List<FilterSystem> systems() {
    return Arrays.stream(FilterSystem.values()).filter(s -> !line(s).isEmpty()).toList();
  }

  List<Plot.Point> line(FilterSystem system) {
    return results.line(system, kind);
  }

  double first(FilterSystem system) {
    return line(system).get(0).y();
  }

  double last(FilterSystem system) {
    List<Plot.Point> line = line(system);
    return line.get(line.size() - 1).y();
  }

  /** The speed where x is nearest. */
  double at(FilterSystem system, double x) {
    return line(system).stream()
        .min(Comparator.comparingDouble(point -> Math.abs(point.x() - x)))
        .orElseThrow()
        .y();
  }

  double mean(FilterSystem system) {
    return line(system).stream().mapToDouble(Plot.Point::y).average().orElseThrow();
  }

  /** The lowest speed by the highest, without one outlier at each end where there are many. */
  double evenness(FilterSystem system) {
    double[] sorted = line(system).stream().mapToDouble(Plot.Point::y).sorted().toArray();
    int outliers = sorted.length >= MANY ? 1 : 0;
    return sorted[outliers] / sorted[sorted.length - 1 - outliers];
  }

  /** In words: from what speed to what speed. */
  String span(FilterSystem system) {
    return "%s: %s to %s M/s"
        .formatted(
            system.label(),
            Numbers.fixed(first(system), WORDS_DECIMALS),
            Numbers.fixed(last(system), WORDS_DECIMALS));
  }

  /** In words: the lowest and the highest speed. */
  String range(FilterSystem system) {
    return "%s: lowest %s of highest"
        .formatted(system.label(), Numbers.percent(evenness(system), 0));
  }

  /** In words: the speeds of systems at a place. */
  String at(double x, FilterSystem... systems) {
    List<String> parts = new ArrayList<>();
    for (FilterSystem system : systems) {
      parts.add(system.label() + " " + Numbers.fixed(at(system, x), WORDS_DECIMALS));
    }
    return String.join(", ", parts) + " M/s";
  }

  /** The lines; a system has the same colour in all plots. */
  Plot plot(String name, String title, String x, String y) {
    List<FilterSystem> all = List.of(FilterSystem.values());
    List<Plot.Series> series = new ArrayList<>();
    for (FilterSystem system : systems()) {
      series.add(
          new Plot.Series(
              system.label(), line(system), Plot.Style.LINE_AND_DOTS, all.indexOf(system)));
    }
    return new Plot(name, title, Plot.Axis.linear(x), Plot.Axis.linear(y), series);
  }

  /** The head of a table for people: a column for each system. */
  Grid.Rows rows(String xName) {
    List<String> head = new ArrayList<>(List.of(xName));
    systems().forEach(system -> head.add(system.label()));
    return new Grid.Rows(head);
  }

  /** A row of the speeds at a place, empty where a system has none so near. */
  List<String> row(String name, double x, double atMostOff) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (FilterSystem system : systems()) {
      cells.add(near(system, x, atMostOff).map(point -> Numbers.fixed(point.y(), 2)).orElse(""));
    }
    return cells;
  }

  /** A row of the speeds at each system's fullest. */
  List<String> lastRow(String name) {
    List<String> cells = new ArrayList<>(List.of(name));
    systems().forEach(system -> cells.add(Numbers.fixed(last(system), 2)));
    return cells;
  }

  private Optional<Plot.Point> near(FilterSystem system, double x, double atMostOff) {
    return line(system).stream()
        .filter(point -> Math.abs(point.x() - x) <= atMostOff)
        .min(Comparator.comparingDouble(point -> Math.abs(point.x() - x)));
  }
}
