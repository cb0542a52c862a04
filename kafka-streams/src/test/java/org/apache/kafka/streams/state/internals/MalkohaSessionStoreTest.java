package org.apache.kafka.streams.state.internals;

import dev.malkoha.kafka.MalkohaStores;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;

/** Kafka's own tests of session stores, over ours; they must be in this package to override it. */
class MalkohaSessionStoreTest extends AbstractSessionBytesStoreTest {

  /** Some of the tests have two stores in one directory, where each needs a name. */
  private int stores;

  @Override
  <K, V> SessionStore<K, V> buildSessionStore(
      long retentionPeriod, Serde<K> keySerde, Serde<V> valueSerde) {
    return Stores.sessionStoreBuilder(
            MalkohaStores.sessionStore("sessions" + ++stores, Duration.ofMillis(retentionPeriod)),
            keySerde,
            valueSerde)
        .build();
  }

  /**
   * One of the persistent stores that can find the sessions of all keys between two times, so that
   * this is tested.
   */
  @Override
  StoreType storeType() {
    return StoreType.RocksDBTimeOrderedSessionStoreWithIndex;
  }
}
