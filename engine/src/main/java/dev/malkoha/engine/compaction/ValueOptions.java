package dev.malkoha.engine.compaction;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.version.ValueFileMeta;

/**
 * Which values new tables keep apart, in value files.
 *
 * @param threshold the length from which on a value is kept apart; 0 if none is
 * @param fileBytes at which a value file is ended and the next begun
 */
public record ValueOptions(int threshold, long fileBytes) {

  /** All values stay with their keys. */
  public static final ValueOptions NONE = new ValueOptions(0, Long.MAX_VALUE);

  /** How many times as large as a table a value file is. */
  private static final int TABLES = 4;

  /** A value file that is this part of what it may be is small. */
  private static final int SMALL_PART = 32;

  /** As a keyspace's options say. */
  public static ValueOptions of(KeyspaceOptions options) {
    return options.valueFileThreshold() == 0
        ? NONE
        : new ValueOptions(options.valueFileThreshold(), TABLES * options.tableBytes());
  }

  /**
   * Whether a value file is so small that those who meet it are to gather its values with others:
   * else each flush of a few values would leave a file for good. Where no values are kept apart all
   * files are.
   */
  boolean isSmall(ValueFileMeta file) {
    return file.fileBytes() < fileBytes / SMALL_PART;
  }

  /** Whether a value is kept apart. */
  boolean isApart(int length) {
    return threshold > 0 && length >= threshold;
  }
}
