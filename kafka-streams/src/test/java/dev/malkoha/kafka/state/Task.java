package dev.malkoha.kafka.state;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.jspecify.annotations.Nullable;

/** The task that a store under test belongs to: its directory, its configuration, its input. */
public final class Task {

  public static final String INPUT = "input";
  public static final int PARTITION = 0;

  private final Path directory;
  private final Map<String, Object> configs = new HashMap<>();
  private InternalMockProcessorContext<?, ?> context;
  private long offset;

  public Task(Path directory) {
    this.directory = directory;
    configs.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    configs.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    configs.put("malkoha.memory.bytes", 16 << 20);
    context = newContext();
  }

  private InternalMockProcessorContext<?, ?> newContext() {
    Properties properties = new Properties();
    properties.putAll(configs);
    return new InternalMockProcessorContext<>(
        directory.toFile(), Serdes.Bytes(), Serdes.ByteArray(), new StreamsConfig(properties));
  }

  /** Sets something in the configuration of stores that are opened from now on. */
  public Task with(String config, Object value) {
    configs.put(config, value);
    context = newContext();
    return this;
  }

  /** Opens a store, as a task does that begins or comes back. */
  public <S extends StateStore> S open(S store) {
    context = newContext();
    store.init(context, store);
    return store;
  }

  public InternalMockProcessorContext<?, ?> context() {
    return context;
  }

  /** Takes the next record of the input: what is written from now on comes of it. */
  public long nextRecord() {
    context.setRecordContext(
        new ProcessorRecordContext(0, offset, PARTITION, INPUT, new RecordHeaders()));
    return offset++;
  }

  /** A record of a changelog. */
  public static ConsumerRecord<byte[], byte[]> changelog(
      byte[] key, byte @Nullable [] value, long timestamp) {
    return new ConsumerRecord<>(
        "changelog",
        PARTITION,
        0,
        timestamp,
        TimestampType.CREATE_TIME,
        key.length,
        value == null ? -1 : value.length,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  /** Restores a store from records, all in one batch. */
  public void restore(StateStore store, List<ConsumerRecord<byte[], byte[]>> records) {
    context.restoreWithHeaders(store.name(), new ArrayList<>(records));
  }
}
