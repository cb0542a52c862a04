package dev.malkoha.papers.filters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FilterReportTest {

  private static FilterResult result() {
    return new FilterResult(
        List.of(
            row(FilterContender.CUCKOO_8, 8.42, 0.0293, times(9, 10, 11)),
            row(FilterContender.SETFILTERS_3, 8.24, 0.0291, deleting()),
            row(FilterContender.CUCKOO_16, 16.84, 0.000123, times(12, 12, 12)),
            row(FilterContender.FAST_XOR_16, 19.68, 0.0000152, times(6, 6, 6)),
            new FilterResult.Row(
                FilterContender.GUAVA_001,
                1_000_000,
                Double.NaN,
                Double.NaN,
                "too large",
                Map.of())));
  }

  private static FilterResult.Row row(
      FilterContender contender,
      double bits,
      double rate,
      Map<FilterMeasure, List<Double>> rounds) {
    return new FilterResult.Row(contender, 1_000_000, bits, rate, "", rounds);
  }

  private static Map<FilterMeasure, List<Double>> times(double... rounds) {
    List<Double> values = Arrays.stream(rounds).boxed().toList();
    return Map.of(
        FilterMeasure.HIT, values,
        FilterMeasure.MISS, values,
        FilterMeasure.MIX, values,
        FilterMeasure.BATCH, List.of(5.0),
        FilterMeasure.BUILD, values,
        FilterMeasure.ALLOCATED, List.of(0.001));
  }

  private static Map<FilterMeasure, List<Double>> deleting() {
    return Map.of(
        FilterMeasure.HIT, List.of(100.0),
        FilterMeasure.MISS, List.of(120.0),
        FilterMeasure.MIX, List.of(110.0),
        FilterMeasure.BUILD, List.of(200.0),
        FilterMeasure.DELETE, List.of(140.0),
        FilterMeasure.ALLOCATED, List.of(376.0));
  }

  @Test
  void tablesByGroupMeasureOthersByTheFirst() {
    String text = FilterReport.text(result());

    assertTrue(
        text.startsWith(
            """
            1,000,000 keys

            about 3 %     bits    rate   hit  miss   mix  batch  build  delete  x hit  x miss
            ------------  ----  ------  ----  ----  ----  -----  -----  ------  -----  ------
            cuckoo-8      8.42  2.93 %  10.0  10.0  10.0   5.00   10.0     yes   1.00    1.00
            setfilters-3  8.24  2.91 %   100   120   110           200     140   10.0    12.0

            about 0.01 %"""),
        text);
    assertTrue(
        text.contains("\nff-xor-16     19.7  0.002 %  6.00  6.00  6.00   5.00   6.00      no"),
        text);
    assertTrue(text.contains("\nguava-0.01\n") || text.contains("\nguava-0.01 "), text);
    assertTrue(text.contains("\nallocates: setfilters-3 of 1,000,000 keys: 376 bytes"), text);
    assertTrue(text.contains("\nnot measured: guava-0.01 of 1,000,000 keys: too large\n"), text);
    assertTrue(text.lines().allMatch(line -> line.length() < 100), text);
  }

  @Test
  void jsonHasEveryRound() {
    JsonObject json =
        JsonParser.parseString(FilterJson.of(result(), Map.of("java", "25"))).getAsJsonObject();

    JsonArray rows = json.getAsJsonArray("rows");
    assertEquals(
        "{\"filter\":\"setfilters-3\",\"group\":\"about 3 %\",\"keys\":1000000,"
            + "\"deletable\":true,\"bitsPerKey\":8.24,\"falsePositiveRate\":0.0291,"
            + "\"hit\":[100.0],\"miss\":[120.0],\"mix\":[110.0],\"build\":[200.0],"
            + "\"delete\":[140.0],\"allocatedBytes\":[376.0]}",
        rows.get(1).toString());
    assertEquals("[9.0,10.0,11.0]", rows.get(0).getAsJsonObject().get("hit").toString());
    assertEquals("too large", rows.get(4).getAsJsonObject().get("problem").getAsString());
    assertEquals("25", json.getAsJsonObject("run").get("java").getAsString());
  }
}
