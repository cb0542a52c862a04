package dev.malkoha.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import dev.malkoha.bench.memory.MemoryPlan;
import dev.malkoha.bench.memory.MemoryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.KeptStore.Measured;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class MemoryReportTest {

  private static final long LIMIT = 1_000_000_000;
  private static final List<StoreKind> STORES = List.of(StoreKind.MALKOHA, StoreKind.LMDB);

  private static MemoryRow row(StoreKind store, int times, String phase, double micros) {
    Latency latency = new Latency(1, 20, 300, 4_000, 50_000, 0, 0);
    Measured measured = new Measured(phase, 100, micros, latency, 409_600, 100, 250, 2 * LIMIT);
    return new MemoryRow(store, times * LIMIT, phase, 1, measured, 5_000_000, "");
  }

  private static final List<MemoryRow> ROWS =
      List.of(
          row(StoreKind.MALKOHA, 1, "load filled", 2),
          new MemoryRow(StoreKind.LMDB, LIMIT, "load filled", 0, null, 7_000_000, "killed"),
          row(StoreKind.MALKOHA, 1, "readrandom", 80),
          row(StoreKind.MALKOHA, 1, "readrandom", 90),
          row(StoreKind.MALKOHA, 1, "readrandom", 99),
          row(StoreKind.MALKOHA, 4, "readrandom", 120),
          row(StoreKind.LMDB, 4, "readrandom", 130));

  private static MemoryPlan plan(Long... sizes) {
    return new MemoryPlan(
        LIMIT,
        List.of(sizes),
        STORES,
        List.of(Workload.READRANDOM),
        1,
        0,
        1,
        3,
        42,
        0,
        Path.of("."),
        Optional.empty(),
        true);
  }

  @Test
  void tablesForEachAmountOfData() {
    String text = MemoryReport.text(ROWS, plan(LIMIT, 4 * LIMIT));

    assertTrue(text.contains("Data of 1.0 times the memory\n"), text);
    assertTrue(
        text.matches("(?s).*\nload filled +malkoha +100 +0\\.000 +0\\.00 +2\\.00 +5\\.0 MB.*"),
        text);
    assertTrue(text.matches("(?s).*\nload filled +lmdb +7\\.0 MB +killed\n.*"), text);
    assertTrue(
        text.matches(
            "(?s).*\nreadrandom +malkoha +90\\.0 +1\\.00 +20\\.0 +300 +50,000 +4,096 +1\\.00"
                + " +2\\.50 +5\\.0 MB.*"),
        text);
  }

  @Test
  void aCurveWhereThereAreSeveral() {
    assertTrue(
        MemoryReport.text(ROWS, plan(LIMIT, 4 * LIMIT))
            .matches("(?s).*by how many times.*\n1\\.0 +90\\.0 *\n4\\.0 +120 +130\n"));
    assertTrue(!MemoryReport.text(ROWS, plan(LIMIT)).contains("by how many times"));
  }

  @Test
  void theCurveIsDrawnAlsoOfOnePointOrNone() throws IOException {
    for (List<MemoryRow> rows : List.of(ROWS, ROWS.subList(0, 3), List.<MemoryRow>of())) {
      byte[] png = MemoryChart.png(rows, plan(LIMIT / 2, LIMIT, 4 * LIMIT));
      assertNotNull(ImageIO.read(new ByteArrayInputStream(png)));
    }
  }

  @Test
  void aLineForEachRowAsItComes() {
    assertEquals("lmdb load filled: killed", MemoryReport.line(ROWS.get(1)));
    assertEquals("malkoha readrandom: 80.0 us/op", MemoryReport.line(ROWS.get(2)));
  }

  @Test
  void allRowsAreJson() {
    JsonArray rows =
        JsonParser.parseString(MemoryReport.json(ROWS, Map.of("memory", "1 GiB")))
            .getAsJsonObject()
            .getAsJsonArray("rows");

    assertEquals(ROWS.size(), rows.size());
    assertEquals("lmdb", rows.get(1).getAsJsonObject().get("store").getAsString());
    assertEquals(
        409_600,
        rows.get(2).getAsJsonObject().getAsJsonObject("measured").get("readBytes").getAsLong());
  }
}
