package dev.malkoha.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Charts of lines, side by side in one PNG image. */
public final class LineCharts {

  /**
   * One line.
   *
   * @param colour red, green and blue, as {@code 0xRRGGBB}
   * @param dashed how it is drawn, and whether its marks are squares
   */
  public record Line(String label, int colour, boolean dashed, List<Double> x, List<Double> y) {}

  /** One chart; its axes begin at 0. */
  public record Panel(String title, String x, String y, List<Line> lines) {}

  private LineCharts() {}

  /**
   * Draws them; no screen is needed.
   *
   * @param name for messages
   * @param columns how many are in a row
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public static byte[] png(String name, List<Panel> panels, int columns) throws IOException {
    return StoreChart.png(name, () -> panels.stream().map(LineCharts::chart).toList(), columns);
  }

  private static XYChart chart(Panel panel) {
    XYChart chart = StoreChart.empty(panel.title(), panel.x(), panel.y());
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setYAxisMin(0.0);
    panel.lines().forEach(line -> add(chart, line));
    return chart;
  }

  private static void add(XYChart chart, Line line) {
    XYSeries series = chart.addSeries(line.label(), line.x(), line.y());
    Color colour = new Color(line.colour());
    series.setLineColor(colour);
    series.setMarkerColor(colour);
    series.setLineStyle(line.dashed() ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
    series.setMarker(line.dashed() ? SeriesMarkers.SQUARE : SeriesMarkers.CIRCLE);
  }
}
