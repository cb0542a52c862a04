package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;

/** The common part of charts with a line for each store, and the way to PNG images. */
final class StoreChart {

  private static final int WIDTH = 800;
  private static final int HEIGHT = 460;

  private StoreChart() {}

  /**
   * Draws a chart; no screen is needed.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  static byte[] png(String name, Supplier<XYChart> chart) throws IOException {
    return png(name, () -> List.of(chart.get()), 1);
  }

  /** Draws several in rows of so many. */
  static byte[] png(String name, Supplier<List<XYChart>> charts, int columns) throws IOException {
    System.setProperty("java.awt.headless", "true");
    try {
      return draw(charts.get(), columns);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) { // what AWT throws without fonts is of no special class
      throw new IOException(
          "cannot draw " + name + ": are fontconfig and a font installed? " + e, e);
    }
  }

  private static byte[] draw(List<XYChart> charts, int columns) throws IOException {
    int rows = Math.ceilDiv(charts.size(), columns);
    BufferedImage image =
        new BufferedImage(columns * WIDTH, rows * HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < charts.size(); i++) {
      Graphics2D graphics = image.createGraphics();
      graphics.translate(i % columns * WIDTH, i / columns * HEIGHT);
      charts.get(i).paint(graphics, WIDTH, HEIGHT);
      graphics.dispose();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  /** One without lines. */
  static XYChart empty(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .theme(ChartTheme.Matlab)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setMarkerSize(6);
    return chart;
  }

  /** Adds a store's line, if there is anything of it. */
  static void add(XYChart chart, StoreKind store, double[] x, double[] y) {
    if (x.length == 0) {
      return;
    }
    XYSeries line = chart.addSeries(store.label(), x, y);
    Color colour = colour(store);
    line.setLineColor(colour);
    line.setMarkerColor(colour);
  }

  /** Told apart with every kind of colour vision (Okabe and Ito, 2008); the same in each chart. */
  private static Color colour(StoreKind store) {
    return switch (store) {
      case MALKOHA -> new Color(0x0072B2);
      case MALKOHA_BLOOM -> new Color(0x56B4E9);
      case MALKOHA_APART, MALKOHA_MARKS -> new Color(0x000000);
      case ROCKSDB -> new Color(0xD55E00);
      case ROCKSDB_C -> new Color(0xE69F00);
      case ROCKSDB_DIRECT -> new Color(0xF0E442);
      case ROCKSDB_FIFO -> new Color(0x999999);
      case LMDB -> new Color(0x009E73);
      case MVSTORE -> new Color(0xCC79A7);
    };
  }
}
