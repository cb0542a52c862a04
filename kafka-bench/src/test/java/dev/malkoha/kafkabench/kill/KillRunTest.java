package dev.malkoha.kafkabench.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.Scratch;
import dev.malkoha.cli.Progress;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.broker.Broker;
import dev.malkoha.kafkabench.process.ChildJava;
import org.junit.jupiter.api.Test;

/** The application on a real broker, killed once, with the store that is named. */
final class KillRunTest {

  private static final long SEED = Long.getLong("malkoha.seed", 7);
  private static final String STORE = System.getProperty("malkoha.store", "rocksdb");

  private static KillReport run(String guarantee) throws Exception {
    try (Scratch scratch = Scratch.in(Scratch.defaultParent());
        Broker broker = Broker.start(scratch.directory("broker"), ChildJava.SHORT_LIFE)) {
      KillOptions options =
          new KillOptions(new Scale(5000, 2, 2), 1, guarantee, StoreKind.of(STORE), 1, SEED);
      KillReport report =
          KillRun.run(options, broker, scratch.directory("instances"), new Progress.Task() {});
      System.out.println(report.text(options));
      return report;
    }
  }

  @Test
  void exactlyOnce() throws Exception {
    assertEquals(1, run("exactly_once_v2").kills());
  }

  @Test
  void atLeastOnce() throws Exception {
    KillReport report = run("at_least_once");

    assertEquals(1, report.kills());
    assertTrue(report.compared() > 5000);
  }
}
