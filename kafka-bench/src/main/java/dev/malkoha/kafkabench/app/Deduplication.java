package dev.malkoha.kafkabench.app;

import dev.malkoha.kafkabench.input.Event;
import dev.malkoha.kafkabench.input.Times;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Passes each event on once. With an event's id its offset is kept, so that an event which is
 * processed again after a crash is known to be the one that came first, and is passed on again:
 * what followed from it may have been lost.
 */
final class Deduplication implements FixedKeyProcessor<Long, Event, Event> {

  private @Nullable FixedKeyProcessorContext<Long, Event> context;
  private @Nullable WindowStore<Long, Long> seen;

  @Override
  public void init(FixedKeyProcessorContext<Long, Event> context) {
    this.context = context;
    this.seen = context.getStateStore(Names.SEEN);
  }

  @Override
  public void process(FixedKeyRecord<Long, Event> record) {
    if (context == null || seen == null) {
      throw new IllegalStateException("not initialized");
    }
    long offset = context.recordMetadata().map(RecordMetadata::offset).orElseThrow();
    Long first = firstOffset(seen, record.value().id(), record.timestamp());
    if (first == null) {
      seen.put(record.value().id(), offset, record.timestamp());
    }
    if (first == null || first == offset) {
      context.forward(record);
    }
  }

  private static @Nullable Long firstOffset(WindowStore<Long, Long> seen, long id, long time) {
    long within = Times.DUPLICATES_WITHIN.toMillis();
    try (WindowStoreIterator<Long> found = seen.fetch(id, time - within, time + within)) {
      return found.hasNext() ? found.next().value : null;
    }
  }
}
