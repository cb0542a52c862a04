package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.Retention;
import org.apache.kafka.streams.state.HeadersBytesStore;

/** Sessions on disk whose values begin with the headers of their record. */
public final class HeadersSessionStore extends PlainSessionStore implements HeadersBytesStore {

  public HeadersSessionStore(String name, Retention retention) {
    super(name, retention);
  }
}
