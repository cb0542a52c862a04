package dev.malkoha.kafka.keyvalue;

import dev.malkoha.kafka.state.StateDb;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;

/** Makes the key-value stores of one name and format, one for each task. */
public record KeyValueSupplier(String name, DslStoreFormat format)
    implements KeyValueBytesStoreSupplier {

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return switch (format) {
      case PLAIN -> new PlainKeyValueStore(name);
      case TIMESTAMPED -> new TimestampedKeyValueStore(name);
      case HEADERS -> new HeadersKeyValueStore(name);
    };
  }

  @Override
  public String metricsScope() {
    return StateDb.METRICS_SCOPE;
  }
}
