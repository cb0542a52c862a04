package org.apache.kafka.streams.state.internals;

import dev.malkoha.kafka.MalkohaStores;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/** Kafka's own tests of window stores, over ours; they must be in this package to override it. */
class MalkohaWindowStoreTest extends AbstractWindowBytesStoreTest {

  /** Some of the tests have two stores in one directory, where each needs a name. */
  private int stores;

  @Override
  <K, V> WindowStore<K, V> buildWindowStore(
      long retentionPeriod,
      long windowSize,
      boolean retainDuplicates,
      Serde<K> keySerde,
      Serde<V> valueSerde) {
    return Stores.windowStoreBuilder(
            MalkohaStores.windowStore(
                "windows" + ++stores,
                Duration.ofMillis(retentionPeriod),
                Duration.ofMillis(windowSize),
                retainDuplicates),
            keySerde,
            valueSerde)
        .build();
  }
}
