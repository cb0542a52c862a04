package dev.malkoha.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;

/** A program with all kinds of state stores; its last line says which libraries are mapped. */
final class Guest {

  private static final int RECORDS = 300;

  private Guest() {}

  public static void main(String[] arguments) throws IOException {
    StreamsBuilder builder = new StreamsBuilder();
    var grouped = builder.<String, String>stream("in").groupByKey();
    grouped.count(Materialized.as("counts"));
    grouped
        .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(1)))
        .count(Materialized.as("windows"));
    grouped
        .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofSeconds(1)))
        .count(Materialized.as("sessions"));
    String result;
    try (TopologyTestDriver driver =
        new TopologyTestDriver(builder.build(), configs(arguments[0]))) {
      TestInputTopic<String, String> in =
          driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
      for (int i = 0; i < RECORDS; i++) {
        in.pipeInput("key" + i % 100, "value" + i, i * 10L);
      }
      long counted = (Long) driver.getKeyValueStore("counts").get("key0");
      result = "counted " + counted + ", libraries " + libraries();
    }
    System.out.println(result);
  }

  private static Properties configs(String directory) {
    Properties configs = new Properties();
    configs.put(StreamsConfig.APPLICATION_ID_CONFIG, "guest");
    configs.put(StreamsConfig.STATE_DIR_CONFIG, directory);
    configs.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    configs.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, MalkohaStoreSuppliers.class);
    configs.put(MalkohaStoreSuppliers.MEMORY_BYTES_CONFIG, 8 << 20);
    return configs;
  }

  /** The native libraries in this process that are neither the JDK's nor the system's. */
  private static Set<String> libraries() throws IOException {
    Path java = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.map(line -> line.substring(line.lastIndexOf(' ') + 1))
          .filter(file -> file.contains(".so"))
          .filter(file -> !file.startsWith(java.toString()))
          .filter(file -> !file.startsWith("/usr/lib") && !file.startsWith("/lib"))
          .collect(Collectors.toSet());
    }
  }
}
