package dev.malkoha.engine.observe;

/** The kinds of work that a {@link Span} times, and that is told of when it is over. */
public enum SpanKind {
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
