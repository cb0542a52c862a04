package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;

/** Windows on disk whose values begin with the headers and the timestamp of their record. */
public final class HeadersWindowStore extends PlainWindowStore
    implements TimestampedBytesStore, HeadersBytesStore {

  public HeadersWindowStore(
      String name, Retention retention, long windowSize, boolean retainDuplicates) {
    super(name, retention, windowSize, retainDuplicates);
  }
}
