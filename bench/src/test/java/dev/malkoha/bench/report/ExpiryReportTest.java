package dev.malkoha.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.malkoha.bench.expiry.ExpiryRow;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.AgedStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ExpiryReportTest {

  private static final AgedStore.State BACK = new AgedStore.State(7.5, 2_000_000, 0, 1_000_000);
  private static final AgedStore.State END = new AgedStore.State(20, 1_500_000, 0, 1_000_000);
  private static final List<ExpiryRow> ROWS =
      List.of(
          row(StoreKind.MALKOHA, false, Optional.of(BACK), Optional.empty()),
          row(StoreKind.ROCKSDB, true, Optional.empty(), Optional.of(BACK)),
          new ExpiryRow(StoreKind.MVSTORE, 1, true, Optional.empty()));

  private static ExpiryRow row(
      StoreKind store,
      boolean writing,
      Optional<AgedStore.State> back,
      Optional<AgedStore.State> compacted) {
    return new ExpiryRow(
        store,
        1,
        writing,
        Optional.of(new AgedStore.Course(3, 9_000_000, 0.5, back, END, compacted)));
  }

  @Test
  void whatIsNotBackIsLeftOut() {
    List<String> lines = ExpiryReport.text(ROWS).lines().toList();
    String malkoha = lines.get(lines.size() - 3);
    String rocksdb = lines.get(lines.size() - 2);

    assertTrue(malkoha.matches("malkoha +no +3.00 +9.00 +50.000 % +7.50 +2.00 .*"), malkoha);
    assertTrue(
        rocksdb.matches("rocksdb +yes +3.00 +9.00 +50.000 % +1.50 .*7.50 +2.00 .*"), rocksdb);
    assertTrue(lines.getLast().matches("mvstore +yes +no entries that expire"), lines.getLast());
  }

  @Test
  void jsonHasTheAgreedShape() {
    JsonObject json =
        JsonParser.parseString(ExpiryReport.json(ROWS, Map.of("java", "25"))).getAsJsonObject();

    JsonObject first = json.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertEquals("malkoha", first.get("store").getAsString());
    assertEquals(7.5, first.getAsJsonObject("back").get("seconds").getAsDouble());
    assertEquals(20, first.getAsJsonObject("end").get("seconds").getAsDouble());
    assertFalse(first.has("compacted"));
    assertFalse(json.getAsJsonArray("rows").get(2).getAsJsonObject().has("end"));
    assertEquals("25", json.getAsJsonObject("run").get("java").getAsString());
  }
}
