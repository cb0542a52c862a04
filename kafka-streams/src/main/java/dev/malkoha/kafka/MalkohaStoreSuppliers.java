package dev.malkoha.kafka;

import dev.malkoha.kafka.keyvalue.KeyValueSupplier;
import dev.malkoha.kafka.state.StoreConfig;
import dev.malkoha.kafka.window.SessionSupplier;
import dev.malkoha.kafka.window.WindowSupplier;
import java.util.Map;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * The state stores of a topology that is written in the DSL: name this class in the configuration
 * {@code dsl.store.suppliers.class}. See docs/kafka-streams.md.
 *
 * <p>All state stores of a process share memory and threads. They are as large as the configuration
 * of the store that is opened first says.
 */
public final class MalkohaStoreSuppliers implements DslStoreSuppliers {

  /**
   * Bytes of heap that block cache and memtables of all state stores of the process may take
   * together, 4 MiB to 1 TiB; default a quarter of the heap, but no more than 256 MiB.
   */
  public static final String MEMORY_BYTES_CONFIG = StoreConfig.MEMORY_BYTES;

  /** Compactions of all state stores that may run at a time, and as many flushes; default 2. */
  public static final String THREADS_CONFIG = StoreConfig.THREADS;

  /** The filter of new tables, such as {@code perLevel(windowedCuckoo(0.001))}, the default. */
  public static final String FILTER_CONFIG = StoreConfig.FILTER;

  /**
   * How new blocks are packed: {@code lz4} (the default), {@code none}, {@code snappy} or {@code
   * zstd}. The last two need a library with native code.
   */
  public static final String COMPRESSION_CONFIG = StoreConfig.COMPRESSION;

  /** Creates it, as Kafka Streams does. */
  public MalkohaStoreSuppliers() {}

  /**
   * Checks the configuration.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a value is out of range or of no use
   */
  @Override
  public void configure(Map<String, ?> configs) {
    StoreConfig.of(configs);
  }

  @Override
  public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
    return new KeyValueSupplier(params.name(), params.dslStoreFormat());
  }

  @Override
  public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
    return WindowSupplier.of(params);
  }

  @Override
  public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
    return SessionSupplier.of(params);
  }
}
