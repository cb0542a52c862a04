package org.apache.kafka.streams.state.internals;

import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.window.SessionSupplier;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * What Kafka's own tests ask of each session store. What they leave open can be said in their
 * package only.
 */
class KafkaSessionStoreTest {

  @Nested
  class Plain extends Contract {
    Plain() {
      super(DslStoreFormat.PLAIN);
    }
  }

  @Nested
  class Headers extends Contract {
    Headers() {
      super(DslStoreFormat.HEADERS);
    }
  }

  /** Values are opaque to all of them, so that one builder does. */
  abstract static class Contract extends AbstractSessionBytesStoreTest {

    private final DslStoreFormat format;

    /** Some tests have two stores in one directory: each needs a name. */
    private int stores;

    Contract(DslStoreFormat format) {
      this.format = format;
    }

    @Override
    <K, V> SessionStore<K, V> buildSessionStore(
        long retentionMs, Serde<K> keySerde, Serde<V> valueSerde) {
      String name = "sessions" + ++stores;
      return Stores.sessionStoreBuilder(
              new SessionSupplier(name, Retention.of(retentionMs), format), keySerde, valueSerde)
          .build();
    }

    /** Of the persistent stores one that finds the sessions of all keys, so that this is tested. */
    @Override
    StoreType storeType() {
      return StoreType.RocksDBTimeOrderedSessionStoreWithIndex;
    }

    @Override
    @BeforeEach
    public void setUp() {
      super.setUp();
      sessionStore.close();
      context = new Restoring(context);
      sessionStore.init(context, sessionStore);
    }

    /**
     * Opens the store again, without what it had, before it is restored: one of Kafka's tests
     * restores a store that it has closed, which Kafka Streams does not do and ours refuse.
     */
    private final class Restoring extends InternalMockProcessorContext<Object, Object> {

      Restoring(InternalMockProcessorContext<?, ?> other) {
        super(
            other.stateDir(),
            Serdes.String(),
            Serdes.Long(),
            other.recordCollector(),
            other.cache());
        setTime(1L);
      }

      @Override
      public void restore(String storeName, Iterable<KeyValue<byte[], byte[]>> changelog) {
        try {
          Utils.delete(new File(stateDir(), storeName));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        sessionStore.init(this, sessionStore);
        super.restore(storeName, changelog);
      }
    }
  }
}
