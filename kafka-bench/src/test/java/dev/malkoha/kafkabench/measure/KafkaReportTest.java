package dev.malkoha.kafkabench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.measure.KafkaResult.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is measured is told with the middle round and in the right direction. */
final class KafkaReportTest {

  private static Value value(StoreKind store, int round, Figure figure, double value) {
    return new Value(Part.RESTORE, store, round, figure, value);
  }

  private static final KafkaResult RESULT =
      new KafkaResult(
          List.of(
              value(StoreKind.MALKOHA, 0, Figure.RECORDS_PER_SECOND, 300),
              value(StoreKind.MALKOHA, 1, Figure.RECORDS_PER_SECOND, 100),
              value(StoreKind.MALKOHA, 2, Figure.RECORDS_PER_SECOND, 200),
              value(StoreKind.ROCKSDB, 0, Figure.RECORDS_PER_SECOND, 100),
              value(StoreKind.MALKOHA, 0, Figure.RESIDENT, 50e6),
              value(StoreKind.ROCKSDB, 0, Figure.RESIDENT, 200e6)));

  @Test
  void moreRecordsAndLessMemoryAreBetter() {
    List<String> rows = KafkaReport.text(RESULT).lines().toList();

    assertEquals(4, rows.size(), rows.toString());
    assertTrue(rows.get(2).matches("restore +records/s +200 +100 +2\\.00x"), rows.get(2));
    assertTrue(rows.get(3).matches("restore +resident, MB +50\\.0 +200 +4\\.00x"), rows.get(3));
  }

  @Test
  void jsonHasEachRound() {
    String json = KafkaReport.json(RESULT, Map.of("command", "./malkoha kafka"));

    assertEquals(6, json.split("\"round\"", -1).length - 1);
    assertTrue(json.contains("\"records_per_second\""), json);
    assertTrue(json.contains("./malkoha kafka"), json);
  }
}
