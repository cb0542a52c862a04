package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Tables have become others. Where none was written they were moved as they are, or dropped.
 *
 * @param keyspace whose
 * @param way from where to where, and why
 * @param read the tables that went in
 * @param written the tables that came out
 */
public record Compacted(
    Path store, String keyspace, Way way, Tables read, Tables written, Duration took)
    implements StoreEvent {

  /**
   * The way that the tables' entries went.
   *
   * @param fromLevel the youngest level of which tables went in
   * @param toLevel the level that took what came out
   */
  public record Way(CompactionCause cause, int fromLevel, int toLevel) {}
}
