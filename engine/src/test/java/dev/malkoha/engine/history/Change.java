package dev.malkoha.engine.history;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.WriteBatch;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One atomic write: a put, a delete, a range delete, or a batch of them, in any keyspaces.
 *
 * @param edits what it does, in order; a single one is written without a batch
 * @param durability what it asks for; empty for the default of the store, or of a single one's
 *     keyspace
 */
public record Change(List<Edit> edits, Optional<Durability> durability) {

  private static final Bytes OPEN = Bytes.of("");

  /** The greatest key, where ranges of transactions end: there they need an end. */
  private static final Bytes GREATEST = greatest();

  private static Bytes greatest() {
    byte[] key = new byte[65_535];
    Arrays.fill(key, (byte) 0xFF);
    return Bytes.of(key);
  }

  /**
   * A put, or a delete where there is no value: of a key, or of a range where there is an end.
   *
   * @param keyspace by name; it must be there
   * @param end the first key after the range; of no bytes where the range has no upper end
   * @param isMerge whether the value is an operand of {@link Appending}
   * @param lives how long a put lives by what it says itself
   */
  public record Edit(
      String keyspace,
      Bytes key,
      Optional<Bytes> value,
      Optional<Bytes> end,
      boolean isMerge,
      Optional<Duration> lives) {

    /** A put into the default keyspace, or a delete where there is no value. */
    public Edit(Bytes key, Optional<Bytes> value) {
      this(Maps.DEFAULT, key, value, Optional.empty(), false, Optional.empty());
    }

    /** A delete of the keys from one inclusive to another exclusive, which is above it. */
    public static Edit deleteRange(Bytes from, Bytes to) {
      Optional<Bytes> end = Optional.of(to);
      return new Edit(Maps.DEFAULT, from, Optional.empty(), end, false, Optional.empty());
    }

    /** A delete of all keys from one on. */
    public static Edit deleteFrom(Bytes from) {
      return deleteRange(from, OPEN);
    }

    private boolean isOpen() {
      return end.filter(OPEN::equals).isPresent();
    }

    private KeyRange range() {
      return isOpen()
          ? KeyRange.atLeast(key.array())
          : KeyRange.between(key.array(), end.orElseThrow().array());
    }

    /** The same in another keyspace. */
    public Edit in(String name) {
      return new Edit(name, key, value, end, isMerge, lives);
    }

    /** Whether it puts a value. */
    public boolean isPut() {
      return value.isPresent() && !isMerge;
    }

    /** The same put of another value. */
    public Edit with(Bytes other) {
      return new Edit(keyspace, key, Optional.of(other), end, isMerge, lives);
    }

    /** The same put, of a value that lives for so long. */
    public Edit living(Duration time) {
      return new Edit(keyspace, key, value, end, isMerge, Optional.of(time));
    }

    /** The same put as a merge. */
    public Edit asMerge() {
      return new Edit(keyspace, key, value, end, true, Optional.empty());
    }

    /** A merge in place of most puts, of an operand that may replace the value, or remove it. */
    public Edit merging() {
      int chance = Math.floorMod(value.hashCode(), 8);
      if (value.isEmpty() || chance < 2) {
        return this;
      }
      Bytes operand =
          switch (chance) {
            case 2 -> Bytes.of(new byte[1]);
            case 3 -> Bytes.of(zeroAnd(value.get().array()));
            default -> value.get();
          };
      return with(operand).asMerge();
    }

    private static byte[] zeroAnd(byte[] bytes) {
      byte[] all = new byte[bytes.length + 1];
      System.arraycopy(bytes, 0, all, 1, bytes.length);
      return all;
    }

    /** What the operand makes of a value, and of none. */
    Optional<Bytes> mergedInto(Optional<Bytes> before) {
      byte @Nullable [] then = before.map(Bytes::array).orElse(null);
      byte[] operand = value.orElseThrow().array();
      byte @Nullable [] after =
          keyspace.equals(Maps.SUMS)
              ? MergeFunctions.longSum().merge(key.array(), then, List.of(operand))
              : Appending.after(then, operand);
      return Optional.ofNullable(after).map(Bytes::of);
    }

    /** Those of some keys that it writes to; for a put or delete its own, whether there or not. */
    public Collection<Bytes> keysAmong(NavigableSet<Bytes> keys) {
      return isOpen()
          ? List.copyOf(keys.tailSet(key))
          : end.map(to -> List.copyOf(keys.subSet(key, to))).orElse(List.of(key));
    }

    /** Does to a keyspace's map what it does to the keyspace. */
    void applyTo(NavigableMap<Bytes, Bytes> content) {
      if (isMerge) {
        mergedInto(Optional.ofNullable(content.get(key)))
            .ifPresentOrElse(after -> content.put(key, after), () -> content.remove(key));
        return;
      }
      value.ifPresentOrElse(
          v -> content.put(key, v),
          () -> keysAmong(content.navigableKeySet()).forEach(content::remove));
    }

    private KeyValueMap map(Db db) {
      return keyspace.equals(Maps.DEFAULT) ? db : db.keyspace(keyspace);
    }

    /** The options of its keyspace. */
    public KeyspaceOptions options(Db db) {
      return map(db) instanceof Keyspace named ? named.options() : db.options().defaultKeyspace();
    }

    private void write(KeyValueMap map, Durability level) {
      if (isMerge) {
        map.withDurability(level).merge(key.array(), value.get().array());
      } else if (lives.isPresent()) {
        map.withDurability(level).put(key.array(), value.get().array(), lives.get());
      } else if (value.isPresent()) {
        map.withDurability(level).put(key.array(), value.get().array());
      } else if (end.isPresent()) {
        map.withDurability(level).deleteRange(range());
      } else {
        map.withDurability(level).delete(key.array());
      }
    }

    private void addTo(WriteBatch batch) {
      if (isMerge) {
        batch.merge(key.array(), value.get().array());
      } else if (lives.isPresent()) {
        batch.put(key.array(), value.get().array(), lives.get());
      } else if (value.isPresent()) {
        batch.put(key.array(), value.get().array());
      } else if (end.isPresent()) {
        batch.deleteRange(range());
      } else {
        batch.delete(key.array());
      }
    }

    /** Does it within a transaction. */
    public void addTo(Transaction transaction, Db db) {
      addTo(transaction.in(map(db)));
    }

    private void addTo(TransactionMap transaction) {
      if (isMerge) {
        transaction.merge(key.array(), value.get().array());
      } else if (lives.isPresent()) {
        transaction.put(key.array(), value.get().array(), lives.get());
      } else if (value.isPresent()) {
        transaction.put(key.array(), value.get().array());
      } else if (isOpen()) {
        transaction.deleteRange(key.array(), GREATEST.array()).delete(GREATEST.array());
      } else if (end.isPresent()) {
        transaction.deleteRange(key.array(), end.get().array());
      } else {
        transaction.delete(key.array());
      }
    }

    @Override
    public String toString() {
      String what =
          value
              .map(v -> (isMerge ? "merge " : "put ") + key + " " + v)
              .map(put -> lives.map(time -> put + " for " + time).orElse(put))
              .or(() -> end.map(to -> "delete range " + key + " to " + to))
              .orElse("delete " + key);
      return keyspace.equals(Maps.DEFAULT) ? what : what + " in " + keyspace;
    }
  }

  /** A put. */
  public static Change put(Bytes key, Bytes value, Durability durability) {
    return new Change(List.of(new Edit(key, Optional.of(value))), Optional.of(durability));
  }

  /** The same with other edits. */
  public Change with(UnaryOperator<Edit> other) {
    return new Change(edits.stream().map(other).toList(), durability);
  }

  /** The same where there are only some keyspaces: else in the default one. */
  public Change among(Collection<String> keyspaces) {
    return with(edit -> keyspaces.contains(edit.keyspace()) ? edit : edit.in(Maps.DEFAULT));
  }

  /** Does to the map what the write does to the default keyspace, the only one it writes to. */
  public void applyTo(NavigableMap<Bytes, Bytes> content) {
    edits.forEach(edit -> edit.applyTo(content));
  }

  /** Does to the maps what the write does to a store in which nothing expires. */
  public void applyTo(Maps content) {
    applyTo(content, _ -> Maps.NEVER);
  }

  /**
   * Does to the maps what the write does to the store.
   *
   * @param expiry when what an edit puts expires, in milliseconds
   */
  public void applyTo(Maps content, ToLongFunction<Edit> expiry) {
    edits.forEach(edit -> content.apply(edit, expiry.applyAsLong(edit)));
  }

  /** Writes it to a store, which must have its keyspaces. */
  public void applyTo(Db db) {
    if (edits.size() == 1) {
      Edit edit = edits.getFirst();
      edit.write(edit.map(db), level(db));
    } else {
      db.write(batch(db), level(db));
    }
  }

  /** Writes it to a store in a transaction, which finds no conflict. */
  public void commitTo(Db db) {
    try (Transaction transaction = db.transaction()) {
      edits.forEach(edit -> edit.addTo(transaction, db));
      transaction.commit(level(db));
    }
  }

  private Durability level(Db db) {
    return durability.orElseGet(
        () ->
            edits.size() == 1
                ? edits.getFirst().options(db).durability()
                : db.options().defaultKeyspace().durability());
  }

  private WriteBatch batch(Db db) {
    WriteBatch batch = new WriteBatch();
    for (Edit edit : edits) {
      edit.addTo(edit.map(db) instanceof Keyspace named ? batch.in(named) : batch);
    }
    return batch;
  }

  /** Whether it survives a power cut once a store has acknowledged it. */
  public boolean isSync(Db db) {
    return level(db) == Durability.SYNC;
  }

  @Override
  public String toString() {
    String what = edits.size() == 1 ? edits.getFirst().toString() : "batch" + edits;
    return durability.map(level -> what + " " + level).orElse(what);
  }
}
