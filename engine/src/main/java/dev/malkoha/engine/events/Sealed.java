package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A failure has ended writing until the store is opened again; reads go on.
 *
 * @param cause the failure
 */
public record Sealed(Path store, Throwable cause) implements StoreEvent {

  @Override
  public Duration took() {
    return Duration.ZERO;
  }
}
