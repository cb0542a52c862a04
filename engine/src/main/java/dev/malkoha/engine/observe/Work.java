package dev.malkoha.engine.observe;

/** What takes time and is told of when it is over. */
public enum Work {
  OPEN,
  RECOVERY,
  FLUSH,
  COMPACTION,
  DELETES,
  CHECKPOINT,
  STALL,
  FORCE,
  SEAL,
  CLOSE
}
