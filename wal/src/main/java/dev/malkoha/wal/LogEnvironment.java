package dev.malkoha.wal;

import module java.base;

/**
 * What a log takes from outside beside its directory.
 *
 * @param generations names for segments' lives: random, so that no two are ever equal, and secret,
 *     so that nobody can put into a record what would pass for a record
 * @param maxRecordBytes the longest payload
 */
record LogEnvironment(LongSupplier generations, int maxRecordBytes) {

  static final LogEnvironment DEFAULT =
      new LogEnvironment(new SecureRandom()::nextLong, LogFormat.MAX_RECORD_BYTES);
}
