package dev.malkoha.kafkabench.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.Progress;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.trials.Trials;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The application on a real broker, killed once; {@code ./malkoha kafka kill} is the long form.
 * {@code -Dmalkoha.guarantee=exactly_once_v2} and {@code -Dmalkoha.store=rocksdb} try others.
 */
@Tag("process")
final class KillRunTest {

  private static final String GUARANTEE = System.getProperty("malkoha.guarantee", "at_least_once");
  private static final String STORE = System.getProperty("malkoha.store", "malkoha");

  private static final boolean TRANSACTIONAL = Boolean.getBoolean("malkoha.transactional");

  @Test
  void everyStateIsRightAfterAKill() throws Exception {
    KillOptions options =
        new KillOptions(
            new Scale(4000, 2, 2),
            1,
            GUARANTEE,
            TRANSACTIONAL,
            StoreKind.of(STORE),
            1,
            Trials.seed());
    try (Scratch scratch = Scratch.in(Scratch.defaultParent());
        Broker broker = Broker.start(scratch.directory("broker"), options.javaOptions())) {
      KillReport report =
          KillRun.run(options, broker, scratch.directory("instances"), new Progress.Task() {});

      assertEquals(1, report.kills());
      assertTrue(report.compared() > 4000, report.text(options));
      if (GUARANTEE.equals("at_least_once") || STORE.equals("malkoha")) {
        assertEquals(List.of(), report.wipes(), report.text(options));
      }
    }
  }
}
