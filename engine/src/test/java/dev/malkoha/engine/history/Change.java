package dev.malkoha.engine.history;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.WriteBatch;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * One atomic write: a put, a delete, a range delete, or a batch of them.
 *
 * @param edits what it does, in order; a single one is written without a batch
 * @param durability what it asks for; empty for the store's default
 */
public record Change(List<Edit> edits, Optional<Durability> durability) {

  /** A put, or a delete where there is no value: of a key, or of a range where there is an end. */
  public record Edit(Bytes key, Optional<Bytes> value, Optional<Bytes> end) {

    /** A put, or a delete where there is no value. */
    public Edit(Bytes key, Optional<Bytes> value) {
      this(key, value, Optional.empty());
    }

    /** A delete of the keys from one inclusive to another exclusive, which is above it. */
    public static Edit deleteRange(Bytes from, Bytes to) {
      return new Edit(from, Optional.empty(), Optional.of(to));
    }

    /** Those of some keys that it writes to; for a put or delete its own, whether there or not. */
    public Collection<Bytes> keysAmong(NavigableSet<Bytes> keys) {
      return end.map(to -> List.copyOf(keys.subSet(key, to))).orElse(List.of(key));
    }

    @Override
    public String toString() {
      return value
          .map(v -> "put " + key + " " + v)
          .or(() -> end.map(to -> "delete range " + key + " to " + to))
          .orElse("delete " + key);
    }
  }

  /** A put. */
  public static Change put(Bytes key, Bytes value, Durability durability) {
    return new Change(List.of(new Edit(key, Optional.of(value))), Optional.of(durability));
  }

  /** Does to the map what the write does to the store. */
  public void applyTo(NavigableMap<Bytes, Bytes> content) {
    for (Edit edit : edits) {
      edit.value()
          .ifPresentOrElse(
              v -> content.put(edit.key(), v),
              () -> edit.keysAmong(content.navigableKeySet()).forEach(content::remove));
    }
  }

  /** Writes it to a store. */
  public void applyTo(Db db) {
    Durability level = durability.orElse(db.options().durability());
    if (edits.size() != 1) {
      db.write(batch(), level);
      return;
    }
    Edit edit = edits.getFirst();
    byte[] key = edit.key().array();
    if (edit.value().isPresent()) {
      db.put(key, edit.value().get().array(), level);
    } else if (edit.end().isPresent()) {
      db.deleteRange(key, edit.end().get().array(), level);
    } else {
      db.delete(key, level);
    }
  }

  private WriteBatch batch() {
    WriteBatch batch = new WriteBatch();
    for (Edit edit : edits) {
      if (edit.value().isPresent()) {
        batch.put(edit.key().array(), edit.value().get().array());
      } else if (edit.end().isPresent()) {
        batch.deleteRange(edit.key().array(), edit.end().get().array());
      } else {
        batch.delete(edit.key().array());
      }
    }
    return batch;
  }

  /** Whether it survives a power cut once a store of this default has acknowledged it. */
  public boolean isSync(Durability byDefault) {
    return durability.orElse(byDefault) == Durability.SYNC;
  }

  @Override
  public String toString() {
    String what = edits.size() == 1 ? edits.getFirst().toString() : "batch" + edits;
    return durability.map(level -> what + " " + level).orElse(what);
  }
}
