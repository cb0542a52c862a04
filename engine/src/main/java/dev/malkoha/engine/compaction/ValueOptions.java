package dev.malkoha.engine.compaction;

import dev.malkoha.engine.DbOptions;

/**
 * Which values new tables keep apart, in value files.
 *
 * @param threshold values of so many bytes or more; 0 if none are
 * @param fileBytes at which a value file is ended and the next begun
 */
public record ValueOptions(int threshold, long fileBytes) {

  /** All values stay with their keys. */
  public static final ValueOptions NONE = new ValueOptions(0, Long.MAX_VALUE);

  /** A value file is so many times as large as a table. */
  private static final int TABLES = 4;

  /** As a keyspace's options say. */
  public static ValueOptions of(DbOptions options) {
    return options.valueFileThreshold() == 0
        ? NONE
        : new ValueOptions(options.valueFileThreshold(), TABLES * options.tableBytes());
  }

  /** Whether a value is kept apart. */
  boolean isApart(int length) {
    return threshold > 0 && length >= threshold;
  }
}
