package dev.malkoha.engine;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.store.Failures;
import dev.malkoha.engine.store.Pin;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.StoreWriter;
import dev.malkoha.engine.store.Tree;
import dev.malkoha.engine.store.Trees;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.write.BatchFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of one ordered map from byte strings to byte strings: of a {@link Keyspace},
 * or of a {@link Db}'s default one.
 *
 * <p>Any number of threads may use it at once. Reads never wait for writes, flushes or compactions.
 * A write is atomic, is seen by every read that begins after it returned, and survives what its
 * {@link Durability} says. A read that cannot be answered throws; it never says "absent" instead.
 *
 * <p>All methods throw {@link IllegalStateException} once the store is closed or the keyspace
 * dropped, a {@link DbException} where the disk or its contents fail, and those that write {@link
 * UnsupportedOperationException} in a store that was opened read-only.
 */
public abstract sealed class KeyValueMap permits Db, Keyspace {

  /** A tree, and the trees that it is one of. */
  private record Place(Trees trees, Tree tree) {}

  final Store store;
  private final Handles handles;
  private final KeyspaceId id;

  /** The tree last used. Any thread sets it, and finds one that was set whole. */
  private Place place;

  KeyValueMap(Store store, Trees trees, Tree tree, Handles handles) {
    this.store = store;
    this.handles = handles;
    this.id = tree.id();
    this.place = new Place(trees, tree);
  }

  /** The store that the map is in. */
  abstract Db db();

  final KeyspaceId id() {
    return id;
  }

  /**
   * The tree that is read now: of the newest moment, where the store is only read and moves on from
   * one to the next. Then a read of it may find it retired meanwhile, and asks again.
   */
  @SuppressWarnings("ReferenceEquality") // those very trees are meant
  final Tree tree() {
    Trees now = store.trees();
    Place last = place;
    return last.trees == now ? last.tree : moveTo(now);
  }

  private Tree moveTo(Trees now) {
    Tree tree = now.of(id.number());
    if (tree == null) {
      store.checkOpen();
      throw Tree.dropped(id);
    }
    place = new Place(now, tree);
    return tree;
  }

  /** The tree as a snapshot sees it: empty where the keyspace was made later. */
  @SuppressWarnings("ReferenceEquality") // as above
  private Tree tree(Trees at) {
    Place last = place;
    if (last.trees == at) {
      return last.tree;
    }
    Tree tree = at.of(id.number());
    return tree == null ? tree().beforeAll() : tree;
  }

  final Handles handles() {
    return handles;
  }

  /** What writes survive that do not say so themselves. */
  private Durability durability() {
    return tree().options().durability();
  }

  /** Sets a key's value, with the durability of the options. */
  public final void put(byte[] key, byte[] value) {
    put(key, value, durability());
  }

  /**
   * Sets a key's value.
   *
   * @param key 0 to 65,535 bytes; copied
   * @param value 0 bytes to 256 MiB; copied
   * @throws IllegalArgumentException if one is longer; nothing is written
   */
  public final void put(byte[] key, byte[] value, Durability durability) {
    Limits.checkKey(key);
    Limits.checkValue(value);
    write(EntryKind.PUT, key, value, durability);
  }

  private void write(byte kind, byte[] key, byte[] value, Durability durability) {
    try {
      store
          .writer()
          .write(tree(), kind, key, value, Objects.requireNonNull(durability, "durability"));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Sets a key's value to what the segments hold now, with the durability of the options. */
  public final void put(MemorySegment key, MemorySegment value) {
    put(key, value, durability());
  }

  /** Sets a key's value to what the segments hold now. */
  public final void put(MemorySegment key, MemorySegment value, Durability durability) {
    put(Limits.keyBytes(key), Limits.valueBytes(value), durability);
  }

  /** Removes a key, with the durability of the options. Removing an absent key is no error. */
  public final void delete(byte[] key) {
    delete(key, durability());
  }

  /** Removes a key. Removing an absent key is no error. */
  public final void delete(byte[] key, Durability durability) {
    Limits.checkKey(key);
    write(EntryKind.DELETE, key, BatchFormat.NO_BYTES, durability);
  }

  /** Removes the key that the segment holds now, with the durability of the options. */
  public final void delete(MemorySegment key) {
    delete(key, durability());
  }

  /** Removes the key that the segment holds now. */
  public final void delete(MemorySegment key, Durability durability) {
    delete(Limits.keyBytes(key), durability);
  }

  /**
   * Removes every key of a range, with the durability of the options.
   *
   * @see #deleteRange(byte[], byte[], Durability)
   */
  public final void deleteRange(byte[] from, byte[] to) {
    deleteRange(from, to, durability());
  }

  /**
   * Removes every key from {@code from} (inclusive) to {@code to} (exclusive), in unsigned
   * lexicographic order, as one atomic write. Removing where nothing is is no error, and a range
   * whose ends are the same key holds none, so that nothing is written.
   *
   * <p>It costs one short record however many keys the range holds; nothing is read. As long as the
   * range may still cover something on disk, each read of a present key, anywhere, also searches
   * the ranges in force: tens of nanoseconds, a hundred where there are thousands of them. What is
   * covered leaves the disk as its tables are merged; until then a scan over it steps over it.
   *
   * <p>Snapshots and cursors from before go on seeing what they saw, and a later put of a key in
   * the range is seen as any other.
   *
   * @param from 0 to 65,535 bytes; copied
   * @param to 0 to 65,535 bytes; copied. For all keys of a prefix this is {@link KeyRange#prefix}'s
   *     {@link KeyRange#to}, where there is one
   * @throws IllegalArgumentException if one is longer, or {@code from} is above {@code to}; nothing
   *     is written
   */
  public final void deleteRange(byte[] from, byte[] to, Durability durability) {
    if (Limits.checkRange(from, to)) {
      write(EntryKind.DELETE_RANGE, from, to, durability);
    } else {
      Objects.requireNonNull(durability, "durability");
      store.writer().checkOpen();
      tree().checkNotDropped();
    }
  }

  /** Sets the value of an absent key, with the durability of the options. */
  public final boolean putIfAbsent(byte[] key, byte[] value) {
    return putIfAbsent(key, value, durability());
  }

  /**
   * Sets the value of a key if it is absent.
   *
   * @return whether it was, and is set now
   * @see #compareAndSet(byte[], byte[], byte[], Durability)
   */
  public final boolean putIfAbsent(byte[] key, byte[] value, Durability durability) {
    return compareAndSet(key, null, Limits.checkValue(value), durability);
  }

  /** Removes a key if it has a value, with the durability of the options. */
  public final boolean remove(byte[] key, byte[] expected) {
    return remove(key, expected, durability());
  }

  /**
   * Removes a key if it has a value.
   *
   * @return whether it had it, and is removed now
   * @see #compareAndSet(byte[], byte[], byte[], Durability)
   */
  public final boolean remove(byte[] key, byte[] expected, Durability durability) {
    return compareAndSet(key, Objects.requireNonNull(expected, "expected"), null, durability);
  }

  /** Sets a key's value if it is the expected one, with the durability of the options. */
  public final boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] value) {
    return compareAndSet(key, expected, value, durability());
  }

  /**
   * Sets a key's value if it is the expected one: nobody writes the key in between, in whichever
   * way. Values are compared byte by byte. It costs a read beside the write, and no other writer
   * waits for that; where the value is another one, nothing is written.
   *
   * @param expected null if the key is expected to be absent
   * @param value null to remove the key
   * @return whether it was the expected one, and is the new one now
   * @throws IllegalArgumentException if key or value is too long
   */
  public final boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] value, Durability durability) {
    if (value != null) {
      Limits.checkValue(value);
    }
    return changing(key, value, durability).compareAndSet(expected, value);
  }

  /** Sets a key's value to what becomes of it, with the durability of the options. */
  public final byte @Nullable [] update(byte[] key, UnaryOperator<byte @Nullable []> change) {
    return update(key, change, durability());
  }

  /**
   * Sets a key's value to what an operator makes of it: nobody writes the key in between, in
   * whichever way, so that no update is lost. It costs a read beside the write, and no other writer
   * waits for that.
   *
   * @param change is given the value, as an array of its own, or null if the key is absent; gives
   *     the new one, or null to remove the key. Where another thread writes the key meanwhile it is
   *     called again, and the result before is forgotten: so it should do nothing else. What it
   *     throws ends the update
   * @return what it gave last, which is the value now
   * @throws IllegalArgumentException if key or value is too long; nothing is written
   */
  public final byte @Nullable [] update(
      byte[] key, UnaryOperator<byte @Nullable []> change, Durability durability) {
    Objects.requireNonNull(change, "change");
    return changing(key, null, durability).update(change);
  }

  private ReadModifyWrite changing(byte[] key, byte @Nullable [] value, Durability durability) {
    Limits.checkKey(key);
    Objects.requireNonNull(durability, "durability");
    StoreWriter writer = store.writer();
    Tree tree = tree();
    writer.pace(tree, key.length + (value == null ? 0L : value.length));
    return new ReadModifyWrite(writer, tree, key, durability);
  }

  /** The value of a key, as a fresh array; null if the key is absent. */
  public final byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    while (true) {
      try {
        return tree().get(key, -1);
      } catch (Tree.RetiredException e) {
        // the store has moved on to a later moment
      } catch (IOException e) {
        throw Failures.of(e);
      }
    }
  }

  /** The value that a key had when the snapshot was taken; null if it was absent. */
  public final byte @Nullable [] get(byte[] key, Snapshot snapshot) {
    Limits.checkKey(key);
    try {
      Pin at = snapshot.pinIn(db());
      return tree(at.trees()).get(key, at.sequence());
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  /** The value of the key that the segment holds now; null if the key is absent. */
  public final byte @Nullable [] get(MemorySegment key) {
    return get(Limits.keyBytes(key));
  }

  /** The value that the key in the segment had when the snapshot was taken; null if absent. */
  public final byte @Nullable [] get(MemorySegment key, Snapshot snapshot) {
    return get(Limits.keyBytes(key), snapshot);
  }

  /** How {@link #get(byte[])} finds its answer: looks the key up once, and is counted like that. */
  public final GetExplanation explainGet(byte[] key) {
    Limits.checkKey(key);
    while (true) {
      try {
        return tree().explain(key);
      } catch (Tree.RetiredException e) {
        // as in a get
      } catch (IOException e) {
        throw Failures.of(e);
      }
    }
  }

  /** A cursor over a range as it is now; it stands before the first entry. Close it soon. */
  public final Cursor scan(KeyRange range) {
    Objects.requireNonNull(range, "range");
    while (true) {
      try {
        return new Cursor(store, tree().scan(range, -1), handles);
      } catch (Tree.RetiredException e) {
        // as in a get
      }
    }
  }

  /** A cursor over a range as it was when the snapshot was taken. */
  public final Cursor scan(KeyRange range, Snapshot snapshot) {
    Objects.requireNonNull(range, "range");
    try {
      Pin at = snapshot.pinIn(db());
      return new Cursor(store, tree(at.trees()).scan(range, at.sequence()), handles);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }
}
