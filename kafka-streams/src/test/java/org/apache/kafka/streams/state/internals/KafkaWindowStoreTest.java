package org.apache.kafka.streams.state.internals;

import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.window.WindowSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Nested;

/**
 * What Kafka's own tests ask of each window store. What they leave open can be said in their
 * package only.
 */
class KafkaWindowStoreTest {

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
  abstract static class Contract extends AbstractWindowBytesStoreTest {

    private final DslStoreFormat format;

    /** Some tests have two stores in one directory: each needs a name. */
    private int stores;

    Contract(DslStoreFormat format) {
      this.format = format;
    }

    @Override
    <K, V> WindowStore<K, V> buildWindowStore(
        long retentionMs,
        long windowSize,
        boolean retainDuplicates,
        Serde<K> keySerde,
        Serde<V> valueSerde) {
      String name = "windows" + ++stores;
      Retention retention = Retention.of(retentionMs);
      return Stores.windowStoreBuilder(
              new WindowSupplier(name, retention, windowSize, retainDuplicates, format),
              keySerde,
              valueSerde)
          .build();
    }
  }
}
