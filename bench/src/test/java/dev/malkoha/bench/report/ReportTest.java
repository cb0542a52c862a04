package dev.malkoha.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.compare.Step;
import dev.malkoha.bench.growth.GrowthPoint;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchResult;
import dev.malkoha.bench.workload.Cost;
import dev.malkoha.bench.workload.Curve;
import dev.malkoha.bench.workload.Latency;
import dev.malkoha.bench.workload.ProcessFacts.Resident;
import dev.malkoha.bench.workload.Topic;
import dev.malkoha.bench.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReportTest {

  private static ComparisonResult comparison() {
    List<ComparisonResult.Row> rows = new ArrayList<>();
    for (Step step : Step.values()) {
      rows.add(new ComparisonResult.Row(StoreKind.MALKOHA, step, 1_000, 0.1234, 0.0019));
      rows.add(new ComparisonResult.Row(StoreKind.ROCKSDB, step, 1_000, 12.34, 1));
    }
    return new ComparisonResult(
        rows,
        List.of(
            new ComparisonResult.Filling(StoreKind.MALKOHA, 12.63, 0.00185, 82_500_000),
            new ComparisonResult.Filling(StoreKind.ROCKSDB, 10, 0.0096, 1_000)));
  }

  private static BenchResult bench() {
    return new BenchResult(
        List.of(
            new BenchResult.Row(
                StoreKind.MALKOHA, Workload.READMISSING, 0.1, 1e7, 0.002, Optional.empty()),
            new BenchResult.Row(
                StoreKind.ROCKSDB, Workload.READMISSING, 0.65, 1.5e6, 0.01, Optional.empty())));
  }

  @Test
  void theComparisonsTableReadsAtOnceAndFitsATerminal() {
    String text = ComparisonReport.text(comparison());

    assertTrue(text.contains("misses        1,000    0.123     12.3\n"), text);
    assertTrue(text.contains("misses        1,000   0.0019     1.00\n"), text);
    assertTrue(text.contains("malkoha             12.6          0.185 %  82.5 MB\n"), text);
    assertTrue(text.endsWith("once in 526 with malkoha, once in\n1 with rocksdb.\n"), text);
    assertTrue(text.lines().allMatch(line -> line.length() < 80), text);
  }

  @Test
  void theWorkloadsTableSpeaksOfRocksdbOnlyBesideIt() {
    BenchResult alone = new BenchResult(bench().rows().subList(0, 1));
    assertTrue(BenchReport.text(bench()).startsWith("Microseconds an operation; after it"));
    assertTrue(BenchReport.text(alone).startsWith("Microseconds an operation\n\n"));
  }

  @Test
  void theWorkloadsTableTellsTheRatioToRocksdb() {
    String text = BenchReport.text(bench());

    assertTrue(text.contains("readmissing    0.100  6.5x    0.650\n"), text);
  }

  /** Readinplace of one store of two, and a fill, with all that a recording round tells. */
  private static BenchResult recorded() {
    Latency latency = new Latency(0.5, 1.25, 10, 200, 12_345, 7, 1);
    Cost cost = new Cost(3.21, 1_000, 4.5, 2_000, 1.125, new Resident(5_000_000, 7_000_000));
    Optional<Latency> none = Optional.empty();
    return new BenchResult(
        List.of(
            new BenchResult.Row(
                StoreKind.MALKOHA,
                Workload.FILLRANDOM,
                2,
                5e5,
                0,
                none,
                Optional.of(latency),
                Optional.of(cost)),
            new BenchResult.Row(StoreKind.ROCKSDB, Workload.FILLRANDOM, 4, 25e4, 0, none),
            new BenchResult.Row(StoreKind.MALKOHA, Workload.READINPLACE, 1, 1e6, 0.5, none)));
  }

  @Test
  void whatWasRecordedIsShown() {
    String text = BenchReport.text(recorded());

    assertTrue(text.contains("fillrandom  500,000  2.0x  250,000\n"), text);
    assertTrue(
        text.contains(
            "fillrandom  malkoha  0.500  1.25   10.0     200   12,345       7        1\n"),
        text);
    assertTrue(
        text.contains("fillrandom  malkoha     3.21     4.50     1.13  5.0 MB  7.0 MB\n"), text);
  }

  @Test
  void aRowThatAStoreHasNotIsEmpty() {
    assertTrue(BenchReport.text(recorded()).contains("\nreadinplace     1.00\n"));
  }

  @Test
  void jsonTellsLatenciesAndCostsWhereTheyWereRecorded() {
    JsonObject row =
        JsonParser.parseString(ResultJson.of(recorded(), Map.of()))
            .getAsJsonObject()
            .getAsJsonArray("rows")
            .get(0)
            .getAsJsonObject();

    assertEquals(
        "{\"p50\":0.5,\"p99\":1.25,\"p999\":10.0,\"p9999\":200.0,\"max\":12345.0,"
            + "\"aboveOneMilli\":7,\"aboveTenMillis\":1}",
        row.get("latencyMicros").toString());
    assertEquals(
        "{\"settledMicrosPerOp\":3.21,\"bytesWritten\":1000,\"writtenPerUserByte\":4.5,"
            + "\"bytesOnDisk\":2000,\"bytesOnDiskPerUserByte\":1.125,"
            + "\"resident\":{\"anonymous\":5000000,\"files\":7000000}}",
        row.get("cost").toString());
  }

  @Test
  void thePageOfWorkloadsHasAChartARowAndTheFactsOfEach() {
    String page =
        BenchPage.html(recorded(), "1,000 entries\nno cache", Map.of("java", "25 & more"));

    assertTrue(page.contains("<p class=\"lead\">1,000 entries; no cache. Times are"), page);
    assertTrue(page.contains("<h2>How long does a write take?</h2>"), page);
    assertTrue(page.contains("<b>fillrandom</b> <span>write in random order</span>"), page);
    assertTrue(page.contains("<title>malkoha 2.00 µs</title>"), page);
    assertTrue(
        page.contains(
            "<tr><td>fillrandom</td><td>malkoha</td><td>2.00</td><td>2.0x</td><td>500,000</td>"
                + "<td>0.500</td><td>10.0</td><td>12,345</td><td>–</td></tr>"),
        page);
    assertTrue(page.contains("<dt>java</dt><dd>25 &amp; more</dd>"), page);
    assertFalse(page.contains("How long does an opening take?"), page);
  }

  @Test
  void thePageOfGrowthHasItsImagesWithinItself() {
    GrowthPoint point =
        new GrowthPoint(StoreKind.MALKOHA, 2_000_000, new EnumMap<>(Map.of(Curve.GET, 1.5)));
    String page =
        GrowthPage.html(List.of(point), Map.of(Curve.GET, new byte[] {1, 2, 3}), Map.of());

    assertTrue(
        page.contains("<img alt=\"Get, present\" src=\"data:image/png;base64,AQID\">"), page);
    assertTrue(page.contains("<td>2,000,000</td><td>malkoha</td><td>–</td><td>1.50</td>"), page);
  }

  @Test
  void everyWorkloadIsOfATopic() {
    for (Workload workload : Workload.values()) {
      assertNotNull(workload.topic(), workload.label());
    }
    assertEquals(Topic.DELETES, Workload.READDELETED.topic());
    assertEquals(Topic.QUEUES, Workload.QUEUETX.topic());
    assertEquals(Topic.READS, Workload.SEEKBEYOND.topic());
    assertEquals(Topic.MERGES, Workload.COUNTERREAD.topic());
    assertEquals(Topic.AGE, Workload.READEXPIRED.topic());
    assertEquals(Topic.VALUES, Workload.FILL1K.topic());
  }

  @Test
  void timesHaveTheUnitThatFits() {
    assertEquals("74.0 ns", Figures.time(0.074));
    assertEquals("0 µs", Figures.time(0));
    assertEquals("12.3 µs", Figures.time(12.34));
    assertEquals("45.0 ms", Figures.time(45_000));
    assertEquals("1.50 s", Figures.time(1.5e6));
  }

  @Test
  void withoutRocksdbThereIsNoRatio() {
    BenchResult alone = new BenchResult(List.of(bench().rows().get(0)));

    assertTrue(BenchReport.text(alone).contains("readmissing    0.100\n"));
  }

  @Test
  void jsonOfAComparisonHasTheAgreedShape() {
    JsonObject json =
        JsonParser.parseString(ResultJson.of(comparison(), Map.of("java", "25"))).getAsJsonObject();

    assertEquals(Set.of("rows", "stores", "run"), json.keySet());
    JsonObject row = json.getAsJsonArray("rows").get(2).getAsJsonObject();
    assertEquals(
        "{\"store\":\"malkoha\",\"step\":\"misses\",\"operations\":1000,"
            + "\"microsPerOp\":0.1234,\"blockReadsPerOp\":0.0019}",
        row.toString());
    assertEquals(
        "{\"store\":\"malkoha\",\"filterBitsPerKey\":12.63,\"falsePositiveRate\":0.00185,"
            + "\"bytesOnDisk\":82500000}",
        json.getAsJsonArray("stores").get(0).toString());
    assertEquals("25", json.getAsJsonObject("run").get("java").getAsString());
  }

  @Test
  void jsonOfTheWorkloadsHasTheAgreedShape() {
    JsonObject json = JsonParser.parseString(ResultJson.of(bench(), Map.of())).getAsJsonObject();

    assertEquals(
        "{\"store\":\"rocksdb\",\"workload\":\"readmissing\",\"microsPerOp\":0.65,"
            + "\"entriesPerSecond\":1500000.0,\"blockReadsPerOp\":0.01}",
        json.getAsJsonArray("rows").get(1).toString());
  }

  @Test
  void columnsAlign() {
    TextTable table = new TextTable(List.of("name", "n"));
    table.row(List.of("a", "1,000"));
    table.row(List.of("longer", "2"));

    assertEquals(
        """
        name        n
        ------  -----
        a       1,000
        longer      2
        """,
        table.toString());
    assertThrows(IllegalArgumentException.class, () -> table.row(List.of("one")));
  }

  @Test
  void figuresKeepWhatSaysSomething() {
    assertEquals("0", Figures.number(0));
    assertEquals("0.088", Figures.number(0.0884));
    assertEquals("9.99", Figures.number(9.99));
    assertEquals("42.5", Figures.number(42.46));
    assertEquals("12,346", Figures.number(12345.6));
    assertEquals("0.0019", Figures.rate(0.00185));
    assertEquals("1.00", Figures.rate(1));
    assertEquals("0.185 %", Figures.percent(0.00185));
    assertEquals("6.5x", Figures.times(6.52));
    assertEquals("65x", Figures.times(65.2));
    assertEquals("0.52x", Figures.times(0.521));
    assertEquals("0.002x", Figures.times(0.0021));
    assertEquals("1.05", Figures.ratio(1.049));
  }

  @Test
  void textInHtmlCannotBecomeMarkup() {
    assertEquals("&lt;a href=&quot;x&quot;&gt;&amp;&#39;", Html.escape("<a href=\"x\">&'"));
  }
}
