package dev.malkoha.kafka.keyvalue;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.AbstractKeyValueStoreTest;
import org.junit.jupiter.api.Nested;

/** What Kafka's own tests ask of each key-value store. */
class KafkaKeyValueStoreTest {

  @Nested
  class Plain extends Contract {
    Plain() {
      super(DslStoreFormat.PLAIN);
    }
  }

  @Nested
  class Timestamped extends Contract {
    Timestamped() {
      super(DslStoreFormat.TIMESTAMPED);
    }
  }

  @Nested
  class Headers extends Contract {
    Headers() {
      super(DslStoreFormat.HEADERS);
    }
  }

  /** Values are opaque to all of them, so that one builder does. */
  abstract static class Contract extends AbstractKeyValueStoreTest {

    private final DslStoreFormat format;

    Contract(DslStoreFormat format) {
      this.format = format;
    }

    @Override
    @SuppressWarnings("unchecked") // the test's own types
    protected <K, V> KeyValueStore<K, V> createKeyValueStore(StateStoreContext context) {
      KeyValueStore<K, V> store =
          Stores.keyValueStoreBuilder(
                  new KeyValueSupplier("my-store", format),
                  (Serde<K>) context.keySerde(),
                  (Serde<V>) context.valueSerde())
              .build();
      store.init(context, store);
      return store;
    }
  }
}
