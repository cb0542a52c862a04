package dev.malkoha.bench.growth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import dev.malkoha.bench.report.GrowthChart;
import dev.malkoha.bench.report.GrowthReport;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.Curve;
import dev.malkoha.bench.workload.Workload;
import dev.malkoha.cli.Progress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GrowthTest {

  @Test
  void sizesAreHalvesOfTheLargest() {
    assertEquals(List.of(2_000_000, 4_000_000, 8_000_000, 16_000_000), Growth.sizes(16_000_000));
    assertEquals(List.of(1_000, 2_000, 4_000), Growth.sizes(4_000));
    assertEquals(List.of(1), Growth.sizes(1));
  }

  /** Slow: each workload in three sizes on each store. */
  @Test
  @Tag("slow")
  void everyStoreIsMeasuredAtEverySize(@TempDir Path parent) throws IOException {
    List<StoreKind> stores = StoreKind.USUAL;
    BenchOptions options =
        new BenchOptions(
            stores,
            List.of(Workload.values()),
            2_000,
            300,
            1,
            1,
            StoreSettings.withMebibytes(8),
            42,
            parent);

    List<GrowthPoint> points = Growth.run(options, Progress.SILENT);

    assertEquals(3 * stores.size(), points.size());
    for (GrowthPoint point : points) {
      point.figures().forEach((curve, figure) -> assertTrue(figure > 0, curve + " of " + point));
      assertTrue(point.figures().size() >= Curve.values().length - 1, point.toString());
    }
    assertArrayEquals(new String[0], parent.toFile().list());
  }

  private static List<GrowthPoint> points() {
    return List.of(
        new GrowthPoint(StoreKind.MALKOHA, 1_000, Map.of(Curve.GET, 1.5)),
        new GrowthPoint(StoreKind.LMDB, 1_000, Map.of()),
        new GrowthPoint(StoreKind.MALKOHA, 2_000, Map.of(Curve.GET, 2.5)),
        new GrowthPoint(StoreKind.LMDB, 2_000, Map.of(Curve.GET, 3.5)));
  }

  @Test
  void curvesAreTables() {
    String text = GrowthReport.text(points());

    assertTrue(text.contains("Get, present (microseconds)\n"), text);
    assertTrue(text.contains("\n1,000       1.50\n2,000       2.50  3.50\n"), text);
  }

  @Test
  void curvesAreJson() {
    assertEquals(
        "{\"store\":\"malkoha\",\"entries\":1000,\"get\":1.5}",
        JsonParser.parseString(GrowthReport.json(points(), Map.of()))
            .getAsJsonObject()
            .getAsJsonArray("points")
            .get(0)
            .toString());
  }

  @Test
  void curvesAreDrawnAlsoWhereSomeAreEmpty() throws IOException {
    for (Curve curve : List.of(Curve.GET, Curve.MISS)) {
      byte[] png = GrowthChart.png(points(), curve);
      assertNotNull(ImageIO.read(new ByteArrayInputStream(png)));
    }
  }
}
