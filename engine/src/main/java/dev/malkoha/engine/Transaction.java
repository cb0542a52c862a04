package dev.malkoha.engine;

import dev.malkoha.engine.commit.BatchFormat;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.transaction.Validation;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes, in any keyspaces of one store, that take effect together or not at all, as if
 * nobody else had come in between. See {@link Db#transaction} and {@link Db#inTransaction}.
 *
 * <p>It reads the store as it was when it began, with its own writes over that. Nobody else sees
 * these before {@link #commit}, which fails with a {@link TransactionConflictException} if others
 * have written since to a key that it has written, or to one in a range that it has deleted: the
 * first to commit wins (snapshot isolation). One that is {@link #serializable} also fails if they
 * have changed what it has read. No transaction waits for another one, and none holds a lock.
 *
 * <p>Writes are kept in memory until the commit, and are written as one batch, whose limits they
 * have. An open transaction keeps what it sees on disk, as a {@link Snapshot} does; close it soon.
 * Of one thread at a time. After its end all methods but {@link #close} and {@link #rollback} throw
 * {@link IllegalStateException}.
 */
public final class Transaction implements AutoCloseable {

  /** So many open cursors are remembered before those that are closed are forgotten. */
  private static final int CURSORS_MIN = 8;

  private final Db db;
  private final Pin pin;
  private final Handles.Handle handle;

  /** By the keyspaces' numbers. */
  private final Map<Long, TransactionPart> parts = new HashMap<>();

  private List<Cursor> cursors = new ArrayList<>();
  private int cursorsMax = CURSORS_MIN;
  private boolean serializable;
  private boolean ended;

  /** Creates a transaction at a moment that is held for it. */
  Transaction(Db db, Pin pin) {
    this.db = db;
    this.pin = pin;
    this.handle = db.handles().open(this, "transaction", pin.release());
  }

  /**
   * Has the commit fail also if others have changed what was read: keys, whether they were there or
   * not, and ranges as far as cursors have walked over them. So committed transactions of this kind
   * are as if each had been alone, in the order of their commits.
   *
   * <p>What was read is remembered until the end: some hundred bytes a key. A transaction that
   * writes nothing is as if it had been alone in any case.
   *
   * @return this transaction
   * @throws IllegalStateException if anything was read or written already
   */
  public Transaction serializable() {
    checkOpen();
    if (!parts.isEmpty()) {
      throw new IllegalStateException(
          "the transaction has read or written already: call serializable() first of all");
    }
    serializable = true;
    return this;
  }

  /** The value of a key as the transaction sees it, as a fresh array; null if it is absent. */
  public byte @Nullable [] get(byte[] key) {
    return get(db, key);
  }

  /** The value of a key in a keyspace as the transaction sees it; null if it is absent. */
  public byte @Nullable [] get(Keyspace keyspace, byte[] key) {
    return get((KeyValueMap) keyspace, key);
  }

  private byte @Nullable [] get(KeyValueMap map, byte[] key) {
    Limits.checkKey(key);
    try {
      return part(map).get(key);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(this); // else its snapshot might go in the middle
    }
  }

  /**
   * Sets a key's value. Key and value are copied.
   *
   * @return this transaction
   * @throws IllegalArgumentException if one is too long
   */
  public Transaction put(byte[] key, byte[] value) {
    return write(db, key, Limits.checkValue(value));
  }

  /** Sets a key's value in a keyspace. */
  public Transaction put(Keyspace keyspace, byte[] key, byte[] value) {
    return write(keyspace, key, Limits.checkValue(value));
  }

  /** Removes a key. Removing an absent key is no error. */
  public Transaction delete(byte[] key) {
    return write(db, key, null);
  }

  /** Removes a key from a keyspace. */
  public Transaction delete(Keyspace keyspace, byte[] key) {
    return write(keyspace, key, null);
  }

  private Transaction write(KeyValueMap map, byte[] key, byte @Nullable [] value) {
    Limits.checkKey(key);
    part(map).write(key, value);
    return this;
  }

  /**
   * Removes every key from {@code from} (inclusive) to {@code to} (exclusive). The commit fails if
   * others have written anything in the range since the transaction began.
   *
   * @throws IllegalArgumentException if {@code from} is above {@code to}, or one is too long
   * @see Db#deleteRange(byte[], byte[], Durability)
   */
  public Transaction deleteRange(byte[] from, byte[] to) {
    return deleteRange((KeyValueMap) db, from, to);
  }

  /** Removes every key of a range from a keyspace. */
  public Transaction deleteRange(Keyspace keyspace, byte[] from, byte[] to) {
    return deleteRange((KeyValueMap) keyspace, from, to);
  }

  private Transaction deleteRange(KeyValueMap map, byte[] from, byte[] to) {
    boolean holdsKeys = Limits.checkRange(from, to);
    TransactionPart part = part(map);
    if (holdsKeys) {
      part.deleteRange(from, to);
    }
    return this;
  }

  /**
   * A cursor over a range as the transaction sees it; it stands before the first entry. Each move
   * goes by what the transaction has written until then: so one may write while one walks. The end
   * of the transaction closes it.
   */
  public Cursor scan(KeyRange range) {
    return scan((KeyValueMap) db, range);
  }

  /** A cursor over a range of a keyspace as the transaction sees it. */
  public Cursor scan(Keyspace keyspace, KeyRange range) {
    return scan((KeyValueMap) keyspace, range);
  }

  private Cursor scan(KeyValueMap map, KeyRange range) {
    Objects.requireNonNull(range, "range");
    try {
      Cursor cursor = new Cursor(db.store, part(map).scan(range), db.handles());
      remember(cursor);
      return cursor;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Of those that are closed only as many are kept as there are open ones. */
  private void remember(Cursor cursor) {
    if (cursors.size() >= cursorsMax) {
      cursors.removeIf(Cursor::isClosed);
      cursorsMax = Math.max(CURSORS_MIN, 2 * cursors.size());
    }
    cursors.add(cursor);
  }

  private TransactionPart part(KeyValueMap map) {
    checkOpen();
    if (map.db() != db) {
      throw new IllegalArgumentException(
          "the keyspace belongs to another store: a transaction is in one store");
    }
    return parts.computeIfAbsent(
        map.id().number(), n -> new TransactionPart(map.tree(), pin, serializable));
  }

  private void checkOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended: begin another one");
    }
    db.store.checkOpen();
  }

  /** Whether it was committed or rolled back. */
  boolean isEnded() {
    return ended;
  }

  /** Commits with the durability of the store's options. */
  public void commit() {
    commit(db.options().durability());
  }

  /**
   * Writes what the transaction has written, all or nothing, and ends it; whatever is thrown, it
   * has ended. One that has written nothing always succeeds.
   *
   * @throws TransactionConflictException if others have changed what it rests on; nothing is
   *     written
   * @throws IllegalArgumentException if it is too large for one batch; nothing is written
   * @throws IllegalStateException if it has ended, or a keyspace that it rests on was dropped;
   *     nothing is written
   */
  public void commit(Durability durability) {
    Objects.requireNonNull(durability, "durability");
    checkOpen();
    try {
      if (parts.values().stream().anyMatch(TransactionPart::hasWrites)) {
        write(durability);
      }
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      rollback();
    }
  }

  private void write(Durability durability) throws IOException {
    BatchFormat.Writer batch = new BatchFormat.Writer();
    Map<Tree, Footprint> footprints = new HashMap<>();
    for (TransactionPart part : parts.values()) {
      part.addTo(batch);
      Footprint footprint = part.footprint();
      if (!footprint.isEmpty()) {
        footprints.put(part.tree(), footprint);
      }
    }
    try (Validation validation = new Validation(pin.sequence(), footprints)) {
      if (!db.store.writer().commit(batch, validation, durability)) {
        throw new TransactionConflictException(
            "others have changed what the transaction "
                + (serializable ? "has read or written" : "has written")
                + " since it began; nothing of it is written. Do it once more, as Db.inTransaction"
                + " does");
      }
    }
  }

  /** Ends the transaction without writing anything. Does nothing if it has ended. */
  public void rollback() {
    try {
      if (!ended) {
        ended = true;
        parts.clear();
        cursors.forEach(Cursor::close);
        cursors = List.of();
        handle.close();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Rolls back what was not committed. May be called more than once. */
  @Override
  public void close() {
    rollback();
  }
}
