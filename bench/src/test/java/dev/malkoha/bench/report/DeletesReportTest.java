package dev.malkoha.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.malkoha.bench.deletes.DeleteOrder;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.deletes.Phase;
import dev.malkoha.bench.deletes.Read;
import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeletesReportTest {

  /** RocksDB takes four times as long as Malkoha for everything, and has fewer figures. */
  private static DeletesResult result(StoreKind... stores) {
    List<DeletesResult.Deletion> deletions = new ArrayList<>();
    List<DeletesResult.Reading> readings = new ArrayList<>();
    List<DeletesResult.State> states = new ArrayList<>();
    List<DeletesResult.Cost> costs = new ArrayList<>();
    for (StoreKind store : stores) {
      double times = store == StoreKind.ROCKSDB ? 4 : 1;
      for (DeleteOrder order : DeleteOrder.values()) {
        deletions.add(new DeletesResult.Deletion(store, order, 1_234_567, 12_345_678 / times));
        for (Phase phase : Phase.values()) {
          states.add(state(store, order, phase));
        }
        for (Phase phase : List.of(Phase.FULL, Phase.DELETED, Phase.IDLE)) {
          for (Read read : Read.values()) {
            double first = read == Read.SEEK ? 77_777 : 0.5;
            readings.add(
                new DeletesResult.Reading(
                    store, order, phase, read, 1_234_567, 0.1 * times, first, 0.0019, 0.001));
          }
        }
      }
      costs.add(new DeletesResult.Cost(store, true, 900_000 / times, 2, 150_000_000, 70_000_000));
      costs.add(new DeletesResult.Cost(store, false, 1e6 / times, 1, 200_000_000, 70_000_000));
    }
    return new DeletesResult(List.of(stores), deletions, readings, states, costs);
  }

  private static DeletesResult.State state(StoreKind store, DeleteOrder order, Phase phase) {
    Map<DeleteFigure, Long> figures =
        store == StoreKind.ROCKSDB
            ? Map.of(DeleteFigure.TOMBSTONES, 7L)
            : Map.of(DeleteFigure.TOMBSTONES, 0L, DeleteFigure.ELIDED, 1_234_560L);
    long bytes = phase == Phase.IDLE ? 110_000_000 : 100_000_000;
    return new DeletesResult.State(store, order, phase, 1.5, bytes, 20_000_000, 3_000_000, figures);
  }

  @Test
  void theTablesReadAtOnceAndFitATerminal() {
    String text = DeletesReport.text(result(StoreKind.COMPARED.toArray(StoreKind[]::new)));

    assertTrue(text.contains("Half deleted in key order\n====="), text);
    assertTrue(text.contains("get, deleted             idle   1,234,567    0.100  4.0x"), text);
    assertTrue(text.contains("the first such seek      idle           1   77,777  1.0x"), text);
    assertTrue(text.contains("scan, live entry      idle  10,000,000  4.0x"), text);
    assertTrue(text.contains("deletes elided               idle  1,234,560      1,234,560"), text);
    assertTrue(text.contains("on disk, to live-only        idle       1.10"), text);
    assertTrue(text.contains("the same without logs        idle       1.13"), text);
    assertTrue(text.contains("0.0019 (malkoha), 0.0019 (malkoha-bloom), 0.0019 (rocksdb)"), text);
    assertTrue(text.contains("4.0x and 4.0x"), text);
    assertTrue(text.contains("malkoha             900,000  1,000,000    0.90"), text);
    assertTrue(text.contains("malkoha          150.0 MB  200.0 MB    0.75"), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    assertFalse(text.contains("filter removals"), "a figure that no store has");
    assertFalse(text.contains("NaN"), text);
  }

  @Test
  void oneStoreAloneIsComparedWithNone() {
    String text = DeletesReport.text(result(StoreKind.MALKOHA));

    assertTrue(text.contains("get, deleted             idle   1,234,567    0.100\n"), text);
    assertFalse(text.contains("against rocksdb"), text);
    assertFalse(text.contains("NaN"), text);
  }

  @Test
  void jsonHasTheAgreedShape() {
    JsonObject json =
        JsonParser.parseString(
                ResultJson.of(
                    result(StoreKind.COMPARED.toArray(StoreKind[]::new)), Map.of("java", "25")))
            .getAsJsonObject();

    assertEquals(Set.of("deletions", "readings", "states", "costs", "run"), json.keySet());
    assertEquals(
        "{\"store\":\"malkoha\",\"order\":\"key\",\"deletes\":1234567,"
            + "\"deletesPerSecond\":1.2345678E7}",
        json.getAsJsonArray("deletions").get(0).toString());
    assertEquals(
        "{\"store\":\"malkoha\",\"order\":\"key\",\"state\":\"full\",\"read\":\"deleted\","
            + "\"operations\":1234567,\"microsPerOp\":0.1,\"firstMicros\":0.5,"
            + "\"blockReadsPerOp\":0.0019,\"falsePositiveRate\":0.001}",
        json.getAsJsonArray("readings").get(0).toString());
    assertEquals(
        "{\"store\":\"malkoha\",\"order\":\"key\",\"state\":\"full\",\"idleSeconds\":1.5,"
            + "\"bytesOnDisk\":100000000,\"logBytes\":20000000,\"bytesWritten\":3000000,"
            + "\"tombstones\":0,\"tombstonesElided\":1234560}",
        json.getAsJsonArray("states").get(0).toString());
    assertEquals(
        "{\"store\":\"malkoha\",\"attended\":true,\"deletesPerSecond\":900000.0,"
            + "\"seconds\":2.0,\"bytesWritten\":150000000,\"bytesOnDisk\":70000000}",
        json.getAsJsonArray("costs").get(0).toString());
    assertEquals("25", json.getAsJsonObject("run").get("java").getAsString());
  }
}
