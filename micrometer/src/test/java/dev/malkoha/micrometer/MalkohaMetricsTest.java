package dev.malkoha.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store's metrics in registries of Micrometer. */
final class MalkohaMetricsTest {

  private static final Tags STORE = Tags.of("store", "birds");
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path directory;

  private final AtomicLong clock = new AtomicLong();

  private Db open() {
    Db db = Db.open(directory.resolve("db"), DbOptions.builder().latencies(true).build());
    for (int i = 0; i < 100; i++) {
      db.put(("key" + i).getBytes(UTF_8), new byte[100]);
    }
    db.flush();
    db.get("key1".getBytes(UTF_8));
    db.awaitIdle();
    return db;
  }

  private <R extends MeterRegistry> R bound(Db db, R registry) {
    new MalkohaMetrics(db, STORE, clock::get).bindTo(registry);
    return registry;
  }

  @Test
  void everyMetricHasItsMeters() {
    try (Db db = open()) {
      MeterRegistry registry = bound(db, new SimpleMeterRegistry());
      for (Metric metric : db.stats().metrics()) {
        for (Metric.Sample sample : metric.samples()) {
          Tags tags = STORE;
          for (Map.Entry<String, String> label : sample.labels().entrySet()) {
            tags = tags.and(label.getKey(), label.getValue());
          }
          var meter = registry.get("malkoha." + metric.name()).tags(tags);
          double value =
              metric.kind() == Metric.Kind.COUNTER
                  ? meter.functionCounter().count()
                  : meter.gauge().value();
          assertEquals(sample.value(), value, metric.name());
        }
      }
      Metric.Distribution puts =
          Objects.requireNonNull(db.stats().metric("put.time").distribution());
      assertEquals((double) puts.count(), registry.get("malkoha.put.time").functionTimer().count());
      assertEquals(
          puts.quantiles().get(0.99),
          registry.get("malkoha.put.time.quantile").tag("quantile", "0.99").timeGauge().value());
      assertEquals(puts.max(), registry.get("malkoha.put.time.max").timeGauge().value());
    }
  }

  /** By the customs of Prometheus Micrometer gives the same names as the store itself does. */
  @Test
  void prometheusSeesTheSameNames() {
    try (Db db = open()) {
      PrometheusMeterRegistry registry =
          bound(db, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
      Set<String> theirs = names(registry.scrape());
      Set<String> ours = names(db.stats().toPrometheus());
      Set<String> missing = new TreeSet<>(ours);
      missing.removeAll(theirs);
      assertEquals(Set.of(), missing);
      theirs.removeAll(ours);
      assertTrue(
          theirs.stream().allMatch(name -> name.matches(".*_time_(quantile|max)_seconds")),
          theirs.toString());
    }
  }

  private static Set<String> names(String text) {
    return text.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ", -1)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void figuresAreAsOldAsASecond() {
    try (Db db = open()) {
      FunctionCounter flushes =
          bound(db, new SimpleMeterRegistry()).get("malkoha.flush.runs").functionCounter();
      double before = flushes.count();
      db.put("more".getBytes(UTF_8), new byte[1]);
      db.flush();
      db.awaitIdle(); // a flush is counted when its job ends, which is just behind its result
      clock.set(SECOND - 1);
      assertEquals(before, flushes.count());
      clock.set(SECOND);
      assertEquals(before + 1, flushes.count());
    }
  }

  @Test
  void countersStayWhenTheStoreIsClosedAndGaugesEnd() {
    MeterRegistry registry;
    DbStats stats;
    try (Db db = open()) {
      registry = bound(db, new SimpleMeterRegistry());
      stats = db.stats();
    }
    clock.set(2 * SECOND);
    assertEquals(Double.NaN, registry.get("malkoha.table.entries").gauge().value());
    assertEquals(
        (double) stats.bytesFlushed(),
        registry.get("malkoha.flush.written").functionCounter().count());
    assertEquals(1, registry.get("malkoha.gets").functionCounter().count());
  }

  /** Nobody else holds what is bound. */
  @Test
  void theRegistryKeepsWhatIsBound() {
    try (Db db = open()) {
      MeterRegistry registry = new SimpleMeterRegistry();
      new MalkohaMetrics(db).bindTo(registry);
      System.gc();
      assertEquals(100, registry.get("malkoha.table.entries").gauge().value());
      assertEquals(100, registry.get("malkoha.puts").functionCounter().count());
      assertFalse(Double.isNaN(registry.get("malkoha.get.time.max").timeGauge().value()));
    }
  }
}
