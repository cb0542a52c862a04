package dev.malkoha.kafka.keyvalue;

import dev.malkoha.kafka.state.StateDb;
import org.apache.kafka.streams.state.TimestampedBytesStore;

/** A map from keys to values on disk, which begin with the timestamp of their record. */
public final class TimestampedKeyValueStore extends PlainKeyValueStore
    implements TimestampedBytesStore {

  public TimestampedKeyValueStore(String name) {
    super(name);
  }

  TimestampedKeyValueStore(String name, StateDb.Opener opener) {
    super(name, opener);
  }
}
