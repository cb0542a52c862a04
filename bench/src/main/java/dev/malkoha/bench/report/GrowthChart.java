package dev.malkoha.bench.report;

import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Curve;
import java.io.IOException;
import java.util.List;
import org.knowm.xchart.XYChart;

/** A curve of growth as a PNG image, a line for each store. */
public final class GrowthChart {

  private GrowthChart() {}

  /**
   * Draws one curve; no screen is needed.
   *
   * @throws IOException if this Java cannot draw text, as where no font is installed
   */
  public static byte[] png(List<GrowthPoint> points, Curve curve) throws IOException {
    return StoreChart.png(curve.label(), () -> chart(points, curve));
  }

  private static XYChart chart(List<GrowthPoint> points, Curve curve) {
    XYChart chart = StoreChart.empty(curve.title(), "million entries", curve.unit());
    chart.getStyler().setYAxisMin(0.0);
    for (StoreKind store : points.stream().map(GrowthPoint::store).distinct().toList()) {
      add(chart, store, points.stream().filter(p -> p.store() == store).toList(), curve);
    }
    return chart;
  }

  private static void add(XYChart chart, StoreKind store, List<GrowthPoint> points, Curve curve) {
    List<GrowthPoint> known =
        points.stream().filter(point -> point.figures().containsKey(curve)).toList();
    StoreChart.add(
        chart,
        store,
        known.stream().mapToDouble(point -> point.entries() / 1e6).toArray(),
        known.stream()
            .mapToDouble(point -> point.figures().getOrDefault(curve, Double.NaN))
            .toArray());
  }
}
