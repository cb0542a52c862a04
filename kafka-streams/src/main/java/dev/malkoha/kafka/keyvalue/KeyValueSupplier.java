package dev.malkoha.kafka.keyvalue;

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

  /** What the names of the store's metrics begin with. */
  @Override
  public String metricsScope() {
    return "malkoha";
  }
}
