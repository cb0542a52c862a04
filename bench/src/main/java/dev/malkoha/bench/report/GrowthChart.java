package dev.malkoha.bench.report;

import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Curve;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;

/** A curve of growth as a PNG image, a line for each store. */
public final class GrowthChart {

  private static final int WIDTH = 800;
  private static final int HEIGHT = 460;

  private GrowthChart() {}

  /**
   * Draws one curve; no screen is needed.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public static byte[] png(List<GrowthPoint> points, Curve curve) throws IOException {
    System.setProperty("java.awt.headless", "true");
    try {
      return draw(chart(points, curve));
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) { // what AWT throws without fonts is of no special class
      throw new IOException(
          "cannot draw " + curve.label() + ": are fontconfig and a font installed? " + e, e);
    }
  }

  private static byte[] draw(XYChart chart) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    chart.paint(graphics, WIDTH, HEIGHT);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  private static XYChart chart(List<GrowthPoint> points, Curve curve) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .theme(ChartTheme.Matlab)
            .title(curve.title())
            .xAxisTitle("million entries")
            .yAxisTitle(curve.unit())
            .build();
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setMarkerSize(6);
    for (StoreKind store : points.stream().map(GrowthPoint::store).distinct().toList()) {
      add(chart, store, points.stream().filter(p -> p.store() == store).toList(), curve);
    }
    return chart;
  }

  private static void add(XYChart chart, StoreKind store, List<GrowthPoint> points, Curve curve) {
    List<GrowthPoint> known =
        points.stream().filter(point -> point.figures().containsKey(curve)).toList();
    if (known.isEmpty()) {
      return;
    }
    XYSeries line =
        chart.addSeries(
            store.label(),
            known.stream().mapToDouble(point -> point.entries() / 1e6).toArray(),
            known.stream()
                .mapToDouble(point -> point.figures().getOrDefault(curve, Double.NaN))
                .toArray());
    Color colour = colour(store);
    line.setLineColor(colour);
    line.setMarkerColor(colour);
  }

  /** Told apart with every kind of colour vision (Okabe and Ito, 2008); the same in each chart. */
  private static Color colour(StoreKind store) {
    return switch (store) {
      case MALKOHA -> new Color(0x0072B2);
      case MALKOHA_BLOOM -> new Color(0x56B4E9);
      case ROCKSDB -> new Color(0xD55E00);
      case ROCKSDB_C -> new Color(0xE69F00);
      case ROCKSDB_DIRECT -> new Color(0xF0E442);
      case LMDB -> new Color(0x009E73);
      case MVSTORE -> new Color(0xCC79A7);
    };
  }
}
