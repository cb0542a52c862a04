package dev.malkoha.kafka.keyvalue;

import dev.malkoha.kafka.state.StateDb;
import org.apache.kafka.streams.state.HeadersBytesStore;

/**
 * A map from keys to values on disk, which begin with the headers and the timestamp of their
 * record.
 */
public final class HeadersKeyValueStore extends PlainKeyValueStore implements HeadersBytesStore {

  public HeadersKeyValueStore(String name) {
    super(name);
  }

  HeadersKeyValueStore(String name, StateDb.Opener opener) {
    super(name, opener);
  }
}
