package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Background work has met a damaged file, for the first time since the opening. It leaves the file
 * as it is and goes on with others; reads elsewhere go on, too.
 *
 * @param keyspace that the file is of
 * @param file its name
 * @param problem what is wrong, in words
 */
public record Damaged(Path store, String keyspace, String file, String problem)
    implements StoreEvent {

  @Override
  public Duration took() {
    return Duration.ZERO;
  }
}
