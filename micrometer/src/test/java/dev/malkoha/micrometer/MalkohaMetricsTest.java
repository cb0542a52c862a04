package dev.malkoha.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Metric;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store's metrics in registries of Micrometer. */
final class MalkohaMetricsTest {

  private static final Tags STORE = Tags.of("store", "birds");
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path directory;

  private final AtomicLong clock = new AtomicLong();

  private Db open() {
    Db db = Db.open(directory.resolve("db"), DbOptions.builder().recordLatencies(true).build());
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

  /** Those of docs/grafana, one of which asks for what Kafka Streams registers, too. */
  @ParameterizedTest
  @ValueSource(strings = {"malkoha.json", "malkoha-kafka-streams.json"})
  void dashboardsAskForMetersThatAreThere(String dashboard) throws IOException {
    Set<String> asked =
        Pattern.compile("\\b((?:malkoha|jvm)_[a-z_]+)(?:\\{|, job\\))")
            .matcher(Files.readString(Path.of("..", "docs", "grafana", dashboard)))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertFalse(asked.isEmpty());
    try (Db db = open()) {
      PrometheusMeterRegistry registry =
          bound(db, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
      new JvmMemoryMetrics().bindTo(registry);
      asked.removeAll(names(registry.scrape()));
      assertEquals(Set.of(), asked);
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
        (double) stats.count("flush.written"),
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

  /** The tags are those of before, and so are the meters' names. */
  @Test
  void aSecondBindingTakesThePlaceOfTheFirst() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MalkohaMetrics first;
    try (Db db = open()) {
      first = new MalkohaMetrics(db, STORE, clock::get);
      first.bindTo(registry);
    }
    try (Db db = open()) {
      db.put("one more".getBytes(UTF_8), new byte[1]);
      MalkohaMetrics second = new MalkohaMetrics(db, STORE, clock::get);
      second.bindTo(registry);
      assertEquals(101, registry.get("malkoha.puts").functionCounter().count());
      assertEquals(
          (double) db.stats().entries(), registry.get("malkoha.table.entries").gauge().value());
      String scraped = registry.scrape();
      first.close();
      assertEquals(names(scraped), names(registry.scrape()));
      second.close();
      second.close();
      assertEquals(List.of(), registry.getMeters());
      assertEquals("", registry.scrape());
    }
  }

  @Test
  void whatIsClosedIsBoundAgain() {
    try (Db db = open()) {
      MalkohaMetrics metrics = new MalkohaMetrics(db, STORE, clock::get);
      MeterRegistry registry = new SimpleMeterRegistry();
      metrics.bindTo(registry);
      metrics.close();
      metrics.bindTo(registry);
      assertEquals(100, registry.get("malkoha.puts").functionCounter().count());
    }
  }

  /** Neither the registry nor a binder that is not closed keeps what a closed store has held. */
  @Test
  void aClosedStoreIsLetGoOf() {
    MeterRegistry registry = new SimpleMeterRegistry();
    WeakReference<Db> closed = closed(registry);
    clock.set(2 * SECOND);
    assertEquals(Double.NaN, registry.get("malkoha.table.entries").gauge().value());
    for (int i = 0; i < 100 && closed.get() != null; i++) {
      System.gc();
    }
    assertNull(closed.get());
    assertEquals(100, registry.get("malkoha.puts").functionCounter().count());
  }

  /** A store that is bound and closed. */
  private WeakReference<Db> closed(MeterRegistry registry) {
    try (Db db = open()) {
      bound(db, registry);
      return new WeakReference<>(db);
    }
  }

  private static double gauge(MeterRegistry registry, String name, String keyspace) {
    return registry.get("malkoha." + name).tag("keyspace", keyspace).gauge().value();
  }

  @Test
  void metricsOfKeyspacesHaveTheirNameAsATagIfThatIsAskedFor() {
    try (Db db = open()) {
      Keyspace other = db.keyspace("other");
      other.put("a".getBytes(UTF_8), new byte[1]);
      other.flush();
      other.get("b".getBytes(UTF_8));
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      new MalkohaMetrics(db, STORE, clock::get).byKeyspace().bindTo(registry);
      for (Keyspace keyspace : List.of(db.keyspace("default"), other)) {
        for (Metric metric : keyspace.stats().keyspaceMetrics()) {
          var meter = registry.get("malkoha." + metric.name()).tag("keyspace", keyspace.name());
          if (metric.samples().size() > 1) {
            assertEquals(metric.samples().size(), meter.meters().size(), metric.name());
          } else if (metric.kind() == Metric.Kind.COUNTER) {
            assertEquals(metric.value(), meter.functionCounter().count(), metric.name());
          } else {
            assertEquals(metric.value(), meter.gauge().value(), metric.name());
          }
        }
      }
      assertEquals(1, registry.get("malkoha.flush.time").meters().size());
      assertEquals(names(db.stats().toPrometheus()), seen(registry.scrape()));
    }
  }

  /** The names that the store gives, too. */
  private static Set<String> seen(String text) {
    Set<String> names = names(text);
    names.removeIf(name -> name.matches(".*_time_(quantile|max)_seconds"));
    return names;
  }

  @Test
  void aDroppedKeyspaceStaysDropped() {
    try (Db db = open()) {
      db.keyspace("other").put("a".getBytes(UTF_8), new byte[1]);
      MeterRegistry registry = new SimpleMeterRegistry();
      new MalkohaMetrics(db, STORE, clock::get).byKeyspace().bindTo(registry);
      assertEquals(1, gauge(registry, "keyspaces", "other"));
      db.dropKeyspace("other");
      clock.set(2 * SECOND);
      assertEquals(Double.NaN, gauge(registry, "keyspaces", "other"));
      assertEquals(100, gauge(registry, "table.entries", "default"));
      assertEquals(
          1, registry.get("malkoha.puts").tag("keyspace", "other").functionCounter().count());
      assertEquals(List.of("default"), db.keyspaces());
    }
  }
}
