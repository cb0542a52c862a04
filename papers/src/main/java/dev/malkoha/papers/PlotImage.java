package dev.malkoha.papers;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot as a PNG image. */
public final class PlotImage {

  private static final int WIDTH = 800;
  private static final int HEIGHT = 460;

  /** Pixels for each unit of length, so that text is sharp on any screen. */
  private static final int DENSITY = 2;

  private static final float LINE_WIDTH = 2;

  /** Told apart with every kind of colour vision (Okabe and Ito, 2008), and black. */
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    Color.BLACK
  };

  private static final Marker[] MARKERS = {
    SeriesMarkers.CIRCLE,
    SeriesMarkers.SQUARE,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.CROSS,
    SeriesMarkers.RECTANGLE
  };

  private PlotImage() {}

  /**
   * Draws a plot; no screen is needed.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public static byte[] png(Plot plot) throws IOException {
    System.setProperty("java.awt.headless", "true");
    try {
      return draw(plot);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) { // what AWT throws without fonts is of no special class
      throw new IOException(
          "cannot draw " + plot.name() + ": are fontconfig and a font installed? " + e, e);
    }
  }

  private static byte[] draw(Plot plot) throws IOException {
    XYChart chart = chart(plot);
    BufferedImage image =
        new BufferedImage(WIDTH * DENSITY, HEIGHT * DENSITY, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(DENSITY, DENSITY);
    chart.paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static XYChart chart(Plot plot) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .theme(ChartTheme.Matlab)
            .title(plot.title())
            .xAxisTitle(plot.x().label())
            .yAxisTitle(plot.y().label())
            .build();
    style(chart.getStyler(), plot);
    for (Plot.Series series : plot.series()) {
      add(series, chart);
    }
    return chart;
  }

  private static void add(Plot.Series series, XYChart chart) {
    XYSeries drawn =
        chart.addSeries(
            series.name(),
            series.points().stream().mapToDouble(Plot.Point::x).toArray(),
            series.points().stream().mapToDouble(Plot.Point::y).toArray());
    int colour = series.colour() % COLOURS.length;
    drawn.setLineWidth(LINE_WIDTH);
    drawn.setLineColor(COLOURS[colour]);
    drawn.setMarkerColor(COLOURS[colour]);
    drawn.setMarker(MARKERS[colour]);
    if (series.style() == Plot.Style.LINE) {
      drawn.setMarker(SeriesMarkers.NONE);
    }
    if (series.style() == Plot.Style.DOTS) {
      drawn.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    }
  }

  private static void style(XYStyler style, Plot plot) {
    style.setXAxisLogarithmic(plot.x().logarithmic());
    style.setYAxisLogarithmic(plot.y().logarithmic());
    if (plot.x().logarithmic()) {
      style.setXAxisTickLabelsFormattingFunction(PlotImage::percent);
    }
    if (!plot.y().logarithmic()) {
      style.setYAxisMin(0.0);
    }
    style.setMarkerSize(6);
    style.setPlotGridLinesColor(new Color(0xDDDDDD));
    style.setPlotGridLinesStroke(new BasicStroke(1));
    style.setLegendBorderColor(Color.WHITE);
  }

  /** A share on a logarithmic axis. */
  private static String percent(double share) {
    return new BigDecimal(share * 100)
            .round(new MathContext(2))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
