package dev.malkoha.kafkabench.app;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The configuration of an instance of the application, as a file of properties. */
public final class Settings {

  /**
   * How long the values of a store are, in bytes. An instance with this setting runs {@link
   * ValueTopology}, and waits for {@code resume} each time that it is ready.
   */
  public static final String VALUE_BYTES = "malkoha.bench.value.bytes";

  private static final int SESSION_MILLIS = 3000;
  private static final int HEARTBEAT_MILLIS = 500;
  private static final int TRANSACTION_MILLIS = 10_000;
  private static final long CACHE_BYTES = 16 << 20;
  private static final long YEARS_MILLIS = 100L * 365 * 24 * 3600 * 1000;

  private Settings() {}

  /**
   * What all instances share.
   *
   * @param application the application's name
   * @param guarantee {@code at_least_once} or {@code exactly_once_v2}
   * @param standbys how many more instances keep each state
   * @param commitMillis how often an instance commits
   */
  public static Properties common(
      String bootstrap,
      String application,
      String guarantee,
      StoreKind store,
      int standbys,
      int commitMillis) {
    Properties all = new Properties();
    all.putAll(store.config());
    all.setProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    all.setProperty(StreamsConfig.APPLICATION_ID_CONFIG, application);
    all.setProperty(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
    number(all, StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
    number(all, StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitMillis);
    number(all, StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    number(all, StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    // Times of events are not times of the clock: no changelog expires by itself.
    number(all, StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG, YEARS_MILLIS);
    consumer(all, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    consumer(all, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
    number(all, StreamsConfig.producerPrefix("transaction.timeout.ms"), TRANSACTION_MILLIS);
    return all;
  }

  private static void consumer(Properties all, String name, int value) {
    number(all, StreamsConfig.mainConsumerPrefix(name), value);
  }

  private static void number(Properties all, String name, long value) {
    all.setProperty(name, Long.toString(value));
  }

  /** Writes the file for an instance that keeps its state in a directory. */
  static void write(Properties common, Path state, Path file) throws IOException {
    Properties all = new Properties();
    all.putAll(common);
    all.setProperty(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      all.store(out, null);
    }
  }

  /** Reads a file that was written so. */
  static Properties read(Path file) throws IOException {
    Properties all = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      all.load(in);
    }
    return all;
  }

  /** Whether results are exactly once. */
  public static boolean exactlyOnce(Properties settings) {
    return StreamsConfig.EXACTLY_ONCE_V2.equals(
        settings.getProperty(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
  }

  /** As a map of names to values. */
  static Map<String, String> map(Properties settings) {
    return settings.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, settings::getProperty));
  }
}
