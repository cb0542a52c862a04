package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A store was opened.
 *
 * @param readOnly whether for reading only
 * @param options that are stored with it
 * @param tables of all keyspaces
 * @param problems what was found to be wrong, in words for people
 */
public record Opened(
    Path store,
    boolean readOnly,
    String options,
    Tables tables,
    List<String> problems,
    Duration took)
    implements StoreEvent {

  /** Copies the list. */
  public Opened {
    problems = List.copyOf(problems);
  }
}
