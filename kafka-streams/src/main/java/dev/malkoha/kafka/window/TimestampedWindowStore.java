package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import org.apache.kafka.streams.state.TimestampedBytesStore;

/** Windows on disk whose values begin with the timestamp of their record. */
public final class TimestampedWindowStore extends PlainWindowStore
    implements TimestampedBytesStore {

  public TimestampedWindowStore(
      String name, Retention retention, long windowSize, boolean retainDuplicates) {
    super(name, retention, windowSize, retainDuplicates);
  }
}
