package dev.malkoha.kafkabench.restart;

import dev.malkoha.kafkabench.app.Settings;
import dev.malkoha.kafkabench.app.StoreKind;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;

/**
 * A way to keep state.
 *
 * @param transactional whether state stores are: {@code enable.transactional.statestores}
 */
public record Variant(StoreKind store, boolean transactional) {

  /** So long that only requests commit; the broker allows a transaction no more. */
  private static final int NEVER_MILLIS = (int) Duration.ofMinutes(15).toMillis();

  private static final String TRANSACTIONAL = "-transactional";

  /** Those that are measured if nothing is said. */
  public static final List<String> DEFAULT =
      Stream.of(StoreKind.MALKOHA, StoreKind.ROCKSDB)
          .flatMap(store -> Stream.of(new Variant(store, false), new Variant(store, true)))
          .map(Variant::label)
          .toList();

  /** The one with a label. */
  public static Variant of(String label) {
    boolean transactional = label.endsWith(TRANSACTIONAL);
    String store =
        transactional ? label.substring(0, label.length() - TRANSACTIONAL.length()) : label;
    return new Variant(StoreKind.of(store), transactional);
  }

  /** The name on the command line and in tables. */
  public String label() {
    return store.label() + (transactional ? TRANSACTIONAL : "");
  }

  /** The settings of an application that commits only when its input asks for it. */
  Properties settings(String bootstrap, String application, String guarantee, int valueBytes) {
    Properties all = Settings.common(bootstrap, application, guarantee, store, 0, NEVER_MILLIS);
    all.setProperty(
        StreamsConfig.producerPrefix("transaction.timeout.ms"), Integer.toString(NEVER_MILLIS));
    all.setProperty(
        StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, Boolean.toString(transactional));
    all.setProperty(Settings.VALUE_BYTES, Integer.toString(valueBytes));
    return all;
  }
}
