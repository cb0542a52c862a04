package dev.malkoha.engine.events;

/** Why tables were compacted. */
public enum CompactionCause {
  /** Level 0 had more tables than reads should have to ask. */
  LEVEL0_TABLES("level 0 has many tables"),
  /** A level held more bytes than its share. */
  LEVEL_BYTES("the level is full"),
  /** Much of a table was dead, or of the value files that it pointed into. */
  DEAD_ENTRIES("much of the table is dead"),
  /** Scans had several sorted runs to look into, and nobody wrote. */
  AT_REST("the store is at rest"),
  /** The keyspace was larger than it may be: its oldest tables were dropped. */
  FIFO("the keyspace is larger than it may be"),
  /** A caller asked for it. */
  ASKED("asked for");

  private final String words;

  CompactionCause(String words) {
    this.words = words;
  }

  /** The cause in words for people. */
  public String words() {
    return words;
  }
}
