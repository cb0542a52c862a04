package dev.malkoha.kafka.window;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.apache.kafka.test.StreamsTestUtils;

/** A task's directory, in which stores are opened one after the other, and its present record. */
final class TaskDirectory {

  private final Path directory;
  private InternalMockProcessorContext<?, ?> context;

  TaskDirectory(Path directory) {
    this.directory = directory;
    context = contextOf(directory);
  }

  private static InternalMockProcessorContext<?, ?> contextOf(Path directory) {
    Properties properties = StreamsTestUtils.getStreamsConfig();
    return new InternalMockProcessorContext<>(directory.toFile(), new StreamsConfig(properties));
  }

  InternalMockProcessorContext<?, ?> context() {
    return context;
  }

  /** Opens a store as a new process would. */
  <S extends StateStore> S open(S store) {
    context = contextOf(directory);
    store.init(context, store);
    at(0);
    return store;
  }

  /** Says which record of the input is worked on. */
  void at(long offset) {
    context.setRecordContext(
        new ProcessorRecordContext(0, offset, 0, "input", new RecordHeaders()));
  }

  /** How many records the store has dropped since it was opened. */
  double dropped() {
    return context.metrics().metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
        .mapToDouble(metric -> (double) metric.getValue().metricValue())
        .sum();
  }
}
