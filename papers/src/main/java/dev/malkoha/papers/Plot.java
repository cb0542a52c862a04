package dev.malkoha.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lines over one pair of axes.
 *
 * @param name the name of its file, without the dot and what follows
 * @param title what it shows
 * @param x the axis below
 * @param y the axis at the left
 * @param series the lines
 */
public record Plot(String name, String title, Axis x, Axis y, List<Series> series) {

  /** Copies. */
  public Plot {
    series = List.copyOf(series);
  }

  /**
   * An axis.
   *
   * @param label what it counts, with its unit
   * @param logarithmic whether equal lengths are equal factors; otherwise it begins at or below 0
   */
  public record Axis(String label, boolean logarithmic) {

    static Axis linear(String label) {
      return new Axis(label, false);
    }

    static Axis logarithmic(String label) {
      return new Axis(label, true);
    }
  }

  /** How the points of a series are shown. */
  public enum Style {
    /** Joined, and each marked. */
    LINE_AND_DOTS,
    /** Joined: a formula. */
    LINE,
    /** Marked: single measurements. */
    DOTS
  }

  /**
   * A line, or points where measurements are.
   *
   * @param name what the legend calls it
   * @param points from left to right, at least one
   * @param style how they are shown
   * @param colour equal numbers are equal colours
   */
  public record Series(String name, List<Point> points, Style style, int colour) {

    /** Copies. */
    public Series {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("series " + name + " has no point");
      }
    }
  }

  /** Lines with dots, each of its own colour. */
  static List<Series> lines(Map<String, List<Point>> byName) {
    List<Series> series = new ArrayList<>();
    byName.forEach(
        (name, points) -> series.add(new Series(name, points, Style.LINE_AND_DOTS, series.size())));
    return series;
  }

  /** A place over the axes. */
  public record Point(double x, double y) {}
}
