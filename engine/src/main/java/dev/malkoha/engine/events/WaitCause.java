package dev.malkoha.engine.events;

import java.util.Locale;

/**
 * A reason for which a writer waits. Waits for {@link #LOG}, {@link #LOCK} and {@link #FORCE} are
 * part of writing: metrics count them, and no event tells them.
 */
public enum WaitCause {
  /** No memtable could be begun: as many as may be wait to be flushed. */
  MEMTABLES("no room to begin another memtable: %,d wait to be flushed"),
  /** No memory for memtables is left of what the store's keyspaces, or stores, share. */
  MEMORY("no memory for memtables is left: %,d of this keyspace wait to be flushed"),
  /** An ingestion into the keyspace waits for its memtables to be flushed. */
  INGESTION("an ingestion is about to join: %,d memtables wait to be flushed before"),
  /** Writers were slowed down, as level 0 has many tables that wait to be compacted. */
  LEVEL0("slowed down: %,d tables of level 0 wait to be compacted"),
  /** Writers were slowed down, as many bytes wait to be compacted into deeper levels. */
  DEBT("slowed down: %,d bytes wait to be compacted"),
  /** Memtables that wait to be flushed find no room on the disk; the writer was refused. */
  DISK_SPACE("refused: no room on the disk to flush the %,d memtables that wait"),
  /** The log went on in another segment. */
  LOG("the log goes on in another segment"),
  /** Another writer, or background work, held the commit lock for longer than a moment. */
  LOCK("another writer, or background work, holds the commit lock"),
  /** The log was made durable. */
  FORCE("the log is made durable");

  private final String format;

  WaitCause(String format) {
    this.format = format;
  }

  /**
   * The cause in words for people.
   *
   * @param behind the amount to catch up with: memtables, tables or bytes
   */
  public String words(long behind) {
    return String.format(Locale.ROOT, format, behind);
  }
}
