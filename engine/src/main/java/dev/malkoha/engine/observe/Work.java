package dev.malkoha.engine.observe;

/** Work that takes time, and is told of when it is over. */
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
