package dev.malkoha.kafka;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsContext;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboard docs/grafana/malkoha-kafka-streams.json asks for metrics that an application
 * registers, with the tags it groups them by. Those of the JVM are tested where those of stores
 * are, with Micrometer.
 */
class DashboardTest {

  private static final Path DASHBOARD =
      Path.of("..", "docs", "grafana", "malkoha-kafka-streams.json");

  /** A metric, and where it is grouped the labels by which. */
  private static final Pattern METRIC =
      Pattern.compile("(?:by \\(([a-z_, ]+)\\) \\()?(kafka_[a-z_]+)(?:\\{|, job\\))");

  /** What was registered, as name and label, in the names of the JMX exporter. */
  private static final BlockingQueue<String> REGISTERED = new LinkedBlockingQueue<>();

  @TempDir private Path directory;

  /** Tells what the application and its consumers register. */
  public static final class Reporter implements MetricsReporter {

    private String namespace = "";

    @Override
    public void contextChange(MetricsContext context) {
      namespace = context.contextLabels().getOrDefault(MetricsContext.NAMESPACE, "");
    }

    @Override
    public void init(List<KafkaMetric> metrics) {
      metrics.forEach(this::metricChange);
    }

    @Override
    public void metricChange(KafkaMetric metric) {
      REGISTERED.addAll(exported(namespace, metric.metricName()));
    }

    @Override
    public void metricRemoval(KafkaMetric metric) {}

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
  }

  /** The exporter's default: domain, type and attribute, then the other properties as labels. */
  private static List<String> exported(String namespace, MetricName metric) {
    String name = safe(namespace + "_" + metric.group() + "_" + metric.name());
    Stream<String> labels = metric.tags().keySet().stream();
    return Stream.concat(Stream.of(name), labels.map(label -> name + " by " + safe(label)))
        .toList();
  }

  private static String safe(String name) {
    return name.replaceAll("[^a-zA-Z0-9_]+", "_");
  }

  @Test
  void everyMetricIsThereWithItsLabels() throws Exception {
    Set<String> missing = asked(Files.readString(DASHBOARD));
    Topology topology = topology();
    Properties configs = configs();
    try (TopologyTestDriver driver = new TopologyTestDriver(topology, configs)) {
      driver
          .metrics()
          .keySet()
          .forEach(metric -> REGISTERED.addAll(exported("kafka.streams", metric)));
    }
    try (KafkaStreams streams = new KafkaStreams(topology, configs)) {
      streams.start(); // there is no broker: its threads begin, and register what they have
      while (!missing.isEmpty()) {
        String registered = REGISTERED.poll(30, TimeUnit.SECONDS);
        assertNotNull(registered, () -> "nothing registers " + missing);
        missing.remove(registered);
      }
    }
  }

  private static Set<String> asked(String dashboard) {
    return METRIC
        .matcher(dashboard)
        .results()
        .flatMap(DashboardTest::asked)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> asked(MatchResult metric) {
    String name = metric.group(2);
    String labels = metric.group(1) == null ? "" : metric.group(1);
    return Stream.concat(
        Stream.of(name),
        Stream.of(labels.split(", ", -1))
            .filter(label -> !label.isEmpty() && !label.equals("instance"))
            .map(label -> name + " by " + label));
  }

  private static Topology topology() {
    StreamsBuilder builder = new StreamsBuilder();
    var grouped = builder.<String, String>stream("in").groupByKey();
    grouped.count();
    grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(1))).count();
    grouped.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(1))).count();
    return builder.build();
  }

  private Properties configs() {
    Properties configs = new Properties();
    configs.put(StreamsConfig.APPLICATION_ID_CONFIG, "dashboard");
    configs.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    configs.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    configs.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, MalkohaStoreSuppliers.class);
    configs.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, Reporter.class.getName());
    return configs;
  }
}
