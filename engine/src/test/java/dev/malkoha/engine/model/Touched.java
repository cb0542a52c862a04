package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change.Edit;

/**
 * An interval of keys of a keyspace that somebody has read or written.
 *
 * @param to the first key behind it, null if it has no end
 */
record Touched(String keyspace, Bytes from, Bytes to) {

  static Touched key(String keyspace, Bytes key) {
    return new Touched(keyspace, key, key.successor());
  }

  /** What an edit writes to, whether anything is there or not. */
  static Touched by(Edit edit) {
    Bytes end = edit.end().orElse(edit.key().successor());
    return new Touched(edit.keyspace(), edit.key(), end.length() == 0 ? null : end);
  }

  boolean contains(String name, Bytes key) {
    return keyspace.equals(name) && from.compareTo(key) <= 0 && isBelowEnd(key);
  }

  private boolean isBelowEnd(Bytes key) {
    return to == null || key.compareTo(to) < 0;
  }

  /** Whether some key is in both. */
  boolean meets(Touched other) {
    return keyspace.equals(other.keyspace)
        && !isEmpty()
        && !other.isEmpty()
        && isBelowEnd(other.from)
        && other.isBelowEnd(from);
  }

  private boolean isEmpty() {
    return to != null && from.compareTo(to) >= 0;
  }
}
