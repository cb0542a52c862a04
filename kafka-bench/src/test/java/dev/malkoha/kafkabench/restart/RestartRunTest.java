package dev.malkoha.kafkabench.restart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.Progress;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.process.ChildJava;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An application on a real broker, killed at two small sizes; {@code ./malkoha kafka restart} is
 * the long form. {@code -Dmalkoha.guarantee=at_least_once} and {@code -Dmalkoha.store=rocksdb} try
 * others.
 */
@Tag("process")
final class RestartRunTest {

  private static final String GUARANTEE =
      System.getProperty("malkoha.guarantee", "exactly_once_v2");
  private static final String STORE = System.getProperty("malkoha.store", "malkoha-transactional");

  @Test
  void theCommittedStateIsThereAfterAKill() throws Exception {
    RestartScale scale = new RestartScale(List.of(100_000L, 300_000L), 100);
    try (Scratch scratch = Scratch.in(Scratch.defaultParent());
        Broker broker = Broker.start(scratch.directory("broker"), ChildJava.SHORT_LIFE)) {
      List<Restart> restarts =
          RestartRun.run(
              scale,
              Variant.of(STORE),
              GUARANTEE,
              broker,
              scratch.directory("instances"),
              ChildJava.SHORT_LIFE,
              new Progress.Task() {});

      RestartReport report = new RestartReport(restarts);
      assertEquals(List.of(1000L, 3000L), restarts.stream().map(Restart::entries).toList());
      if (STORE.equals("malkoha-transactional")) {
        assertTrue(restarts.stream().allMatch(r -> r.restored() <= 100), report.text());
        assertTrue(restarts.stream().noneMatch(Restart::givenUp), report.text());
      }
      assertTrue(report.json(Map.of()).contains("\"millis\""), report.json(Map.of()));
      assertTrue(report.png().length > 10_000);
    }
  }
}
