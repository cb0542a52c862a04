package example;

import dev.malkoha.kafka.MalkohaStoreSuppliers;
import dev.malkoha.kafka.MalkohaStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.ForeachAction;
import org.apache.kafka.streams.state.Stores;

/** The application: each event passes once, however often its id comes within a day. */
public final class Deduplicate {

  static final String EVENTS = "events";
  static final String ONCE = "events-once";
  static final Duration DAY = Duration.ofDays(1);

  private Deduplicate() {}

  /** Runs against a broker until the process ends: {@code Deduplicate HOST:PORT DIRECTORY}. */
  public static void main(String[] arguments) {
    KafkaStreams streams =
        new KafkaStreams(topology(), config(arguments[0], Path.of(arguments[1])));
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  static Topology topology() {
    return topology((id, event) -> {});
  }

  /**
   * The topology.
   *
   * @param watcher is told of each event before it is processed
   */
  static Topology topology(ForeachAction<String, String> watcher) {
    StreamsBuilder builder = new StreamsBuilder();
    builder.addStateStore(
        Stores.windowStoreBuilder(
            MalkohaStores.windowStore(OncePerDay.SEEN, DAY, DAY, false),
            Serdes.String(),
            Serdes.Long()));
    builder.<String, String>stream(EVENTS)
        .peek(watcher)
        .process(OncePerDay::new, OncePerDay.SEEN)
        .to(ONCE);
    return builder.build();
  }

  static Properties config(String bootstrap, Path directory) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "deduplicate");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    config.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    // All other state of the topology, such as of aggregations and joins, is in Malkoha by this
    // line.
    config.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, MalkohaStoreSuppliers.class);
    return config;
  }
}
