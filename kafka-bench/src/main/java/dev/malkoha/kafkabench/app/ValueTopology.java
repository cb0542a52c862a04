package dev.malkoha.kafkabench.app;

import dev.malkoha.kafkabench.input.Serdes;
import dev.malkoha.kafkabench.input.Stamped;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * An application that keeps values in one store, and commits when its input asks for it. A record
 * is the number of an entry and its generation; the value is made here, so that a large state needs
 * no large input. A record without generation is a request: it tells its number, and commits if
 * that is {@link #COMMIT}.
 */
public final class ValueTopology {

  /** The number of a request to commit. */
  public static final long COMMIT = 0;

  private ValueTopology() {}

  /** The topology for an application with these settings, which tells {@code reached REQUEST}. */
  static Topology of(Properties settings, Consumer<String> tell) {
    int bytes = Integer.parseInt(settings.getProperty(Settings.VALUE_BYTES));
    return new Topology(new TopologyConfig(new StreamsConfig(settings)))
        .addSource(
            "numbers", Serdes.number().deserializer(), Serdes.number().deserializer(), Names.EVENTS)
        .addProcessor("keeper", () -> new Keeper(tell), "numbers")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                StoreKind.suppliers(Settings.map(settings))
                    .keyValueStore(new DslKeyValueParams(Names.VALUES, DslStoreFormat.PLAIN)),
                Serdes.number(),
                Serdes.stamped(bytes)),
            "keeper");
  }

  /** Puts what it is told. */
  private static final class Keeper implements Processor<Long, Long, Void, Void> {

    private final Consumer<String> tell;
    private @Nullable ProcessorContext<Void, Void> context;
    private @Nullable KeyValueStore<Long, Stamped> values;

    Keeper(Consumer<String> tell) {
      this.tell = tell;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
      this.context = context;
      this.values = context.getStateStore(Names.VALUES);
    }

    @Override
    public void process(Record<Long, Long> record) {
      if (context == null || values == null) {
        throw new IllegalStateException("not initialized");
      }
      if (record.value() != null) {
        Stamped value = new Stamped(record.key(), record.value());
        values.put(value.key(), value);
        return;
      }
      if (record.key() == COMMIT) {
        context.commit();
      }
      tell.accept("reached " + record.key());
    }
  }
}
