package dev.malkoha.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One line of the configuration has a whole topology of the DSL keep its state in our stores, and
 * what comes out is what comes out of Kafka's stores in memory.
 */
class DslTest {

  private static final int RECORDS = 400;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(20);

  @TempDir private Path directory;

  private record Sent(String topic, String key, String value, Instant at) {}

  private static Topology topology() {
    StreamsBuilder builder = new StreamsBuilder();
    Consumed<String, String> strings = Consumed.with(Serdes.String(), Serdes.String());
    KStream<String, String> left = builder.stream("left", strings);
    KStream<String, String> right = builder.stream("right", strings);
    KGroupedStream<String, String> grouped = left.groupByKey();
    KTable<String, Long> counts = grouped.count(Materialized.as("counts"));
    out(counts, "counts-out");
    KTable<String, String> newest = right.toTable(Materialized.as("newest"));
    out(counts.outerJoin(newest, (count, value) -> count + "/" + value), "joined-out");
    out(
        grouped
            .windowedBy(TimeWindows.ofSizeAndGrace(SECOND.multipliedBy(5), GRACE))
            .count(Materialized.as("windows")),
        "windows-out");
    out(
        grouped
            .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SECOND, GRACE))
            .count(Materialized.as("sliding")),
        "sliding-out");
    out(
        grouped
            .windowedBy(SessionWindows.ofInactivityGapAndGrace(SECOND, GRACE))
            .count(Materialized.as("sessions")),
        "sessions-out");
    JoinWindows near = JoinWindows.ofTimeDifferenceAndGrace(SECOND, GRACE);
    left.leftJoin(right, (a, b) -> a + "+" + b, near).to("pairs-out");
    return builder.build();
  }

  private static void out(KTable<?, ?> table, String topic) {
    table
        .toStream()
        .map((key, value) -> KeyValue.pair("" + key, "" + value))
        .to(topic, Produced.with(Serdes.String(), Serdes.String()));
  }

  private static List<Sent> records(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Sent> records = new ArrayList<>();
    long time = 100_000;
    for (int i = 0; i < RECORDS; i++) {
      time += random.nextInt(700);
      long at = random.nextInt(5) == 0 ? time - random.nextInt(30_000) : time;
      String topic = random.nextInt(3) == 0 ? "right" : "left";
      String key = "k" + random.nextInt(20);
      records.add(new Sent(topic, key, "v" + i, Instant.ofEpochMilli(at)));
    }
    return records;
  }

  private List<String> run(
      Class<? extends DslStoreSuppliers> suppliers, String format, List<Sent> records) {
    Properties configs = new Properties();
    configs.put(StreamsConfig.APPLICATION_ID_CONFIG, "dsl");
    configs.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    configs.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DSL_STORE_FORMAT_CONFIG, format);
    configs.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, suppliers); // the one line
    configs.put(MalkohaStoreSuppliers.MEMORY_BYTES_CONFIG, "16777216");
    try (TopologyTestDriver driver = new TopologyTestDriver(topology(), configs)) {
      for (Sent sent : records) {
        TestInputTopic<String, String> topic =
            driver.createInputTopic(sent.topic, new StringSerializer(), new StringSerializer());
        topic.pipeInput(sent.key, sent.value, sent.at);
      }
      checkDirectory(suppliers == MalkohaStoreSuppliers.class);
      return received(driver);
    }
  }

  private static List<String> received(TopologyTestDriver driver) {
    return Stream.of("counts", "joined", "windows", "sliding", "sessions", "pairs")
        .map(topic -> topic + "-out")
        .flatMap(
            topic ->
                driver
                    .createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()
                    .stream()
                    .map(r -> topic + " " + r.timestamp() + " " + r.key() + "=" + r.value()))
        .toList();
  }

  /** Each store is one of ours, in a directory of its name. */
  private void checkDirectory(boolean ours) {
    try (Stream<Path> all = Files.walk(directory)) {
      Set<String> stores =
          all.filter(file -> file.endsWith("CURRENT"))
              .map(file -> file.getName(file.getNameCount() - 2).toString())
              .collect(Collectors.toSet());
      assertEquals(ours, stores.containsAll(Set.of("counts", "newest", "windows", "sessions")));
      assertEquals(ours ? 8 : 0, stores.size(), stores.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "headers"})
  void givesWhatKafkasOwnStoresGive(String format) {
    List<Sent> records = records(Trials.seed());
    List<String> theirs =
        run(BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class, format, records);
    List<String> ours = run(MalkohaStoreSuppliers.class, format, records);
    assertFalse(theirs.isEmpty());
    assertTrue(theirs.size() > 3 * RECORDS, theirs.size() + " records");
    assertEquals(String.join("\n", theirs), String.join("\n", ours), Trials.replay(DslTest.class));
  }
}
