package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.StallCause;

/** What a writer waited for. */
public enum WaitCause {
  /** It was slowed down for compactions. */
  THROTTLE,
  /** As many memtables as may be waited to be flushed. */
  MEMTABLES,
  /** Memory for memtables that keyspaces or stores share. */
  MEMORY,
  /** The log went on in another segment. */
  LOG,
  /** Another writer, or background work, held the commit lock for longer than a moment. */
  LOCK,
  /** The log was made durable. */
  FORCE,
  /** An ingestion, or room on the disk. */
  OTHER;

  static WaitCause of(StallCause cause) {
    return switch (cause) {
      case LEVEL0, DEBT -> THROTTLE;
      case MEMTABLES -> MEMTABLES;
      case MEMORY -> MEMORY;
      case INGESTION, DISK_SPACE -> OTHER;
    };
  }
}
