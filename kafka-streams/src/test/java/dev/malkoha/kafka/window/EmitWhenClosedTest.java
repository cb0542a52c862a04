package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.MalkohaStoreSuppliers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows and sessions that are told of when they close, with no more than the retention that the
 * DSL gives them: each is told of once, none is lost.
 */
class EmitWhenClosedTest {

  private static final Duration SIZE = Duration.ofSeconds(10);

  @TempDir private Path directory;

  @Test
  void tumblingWindowsWithoutGrace() {
    List<String> told =
        told(
            stream ->
                stream
                    .windowedBy(TimeWindows.ofSizeWithNoGrace(SIZE))
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .count(),
            0,
            3_000,
            10_000,
            11_000,
            25_000,
            30_000,
            67_000,
            70_000);
    assertEquals(List.of("k@0=2", "k@10000=2", "k@20000=1", "k@30000=1", "k@60000=1"), told);
  }

  @Test
  void sessionsOfEveryMinute() {
    List<Long> times = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (long session = 0; session < 60; session++) {
      times.add(session * 7_001);
      times.add(session * 7_001 + 1_000);
      expected.add("k@" + session * 7_001 + "=2");
    }
    expected.removeLast(); // is still open
    List<String> told =
        told(
            stream ->
                stream
                    .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(2)))
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .count(),
            times.stream().mapToLong(time -> time).toArray());
    assertEquals(expected, told);
  }

  @Test
  void slidingWindows() {
    List<String> told =
        told(
            stream ->
                stream
                    .windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(SIZE))
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .count(),
            20_000,
            24_000,
            50_000,
            90_000);
    assertTrue(
        told.containsAll(List.of("k@10000=1", "k@14000=2", "k@20001=1", "k@40000=1")),
        told::toString);
  }

  /** What a topology says of records of one key at some times. */
  private List<String> told(
      Function<KGroupedStream<String, String>, KTable<Windowed<String>, Long>> topology,
      long... times) {
    StreamsBuilder builder = new StreamsBuilder();
    topology
        .apply(
            builder.<String, String>stream("in")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String())))
        .toStream()
        .map((key, count) -> KeyValue.pair(key.key() + "@" + key.window().start(), "" + count))
        .to("out");
    Properties properties = properties();
    List<String> told = new ArrayList<>();
    try (TopologyTestDriver driver =
        new TopologyTestDriver(builder.build(properties), properties)) {
      TestInputTopic<String, String> in =
          driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
      TestOutputTopic<String, String> out =
          driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
      for (long time : times) {
        driver.advanceWallClockTime(Duration.ofSeconds(1)); // else it does not look for them
        in.pipeInput("k", "v", Instant.ofEpochMilli(time));
        out.readKeyValuesToList().forEach(record -> told.add(record.key + "=" + record.value));
      }
    }
    return told;
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "closing");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, MalkohaStoreSuppliers.class);
    return properties;
  }
}
