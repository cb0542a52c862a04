package dev.malkoha.engine;

import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.KeyspaceId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a {@link KeyValueMap} that ask for keys one knows: of now, or as a {@link Snapshot}
 * saw them.
 */
public abstract sealed class PointReads permits RangeReads {

  /** A tree, and the trees that it is one of. */
  private record Place(Trees trees, Tree tree) {}

  final Store store;
  private final Handles handles;
  private final KeyspaceId id;

  /** The tree last used. Any thread sets it, and finds one that was set whole. */
  private Place place;

  PointReads(Store store, Trees trees, Tree tree, Handles handles) {
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
  final Tree tree(Trees at) {
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

  /** What is asked of a tree at a sequence number, or about now for -1. */
  interface Question<T> {
    T of(Tree tree, long sequence) throws IOException;
  }

  /** Asks about now. */
  final <T> T ask(Question<T> question) {
    while (true) {
      Tree tree = tree();
      try {
        return question.of(tree, -1);
      } catch (Tree.RetiredException e) {
        moveOn(tree, e);
      } catch (IOException e) {
        throw Failures.of(e);
      }
    }
  }

  /** The store has moved on from a tree to a later moment; else nobody can read what it shows. */
  @SuppressWarnings("ReferenceEquality") // that very tree is meant
  private void moveOn(Tree from, Tree.RetiredException e) {
    if (tree() == from) {
      throw new IllegalStateException("the store has let go of what it shows; reopen it", e);
    }
  }

  /** Asks about the moment of a snapshot. */
  final <T> T ask(Snapshot snapshot, Question<T> question) {
    try {
      Pin at = snapshot.pinIn(db());
      return question.of(tree(at.trees()), at.sequence());
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  /** The value of a key, as a fresh array; null if the key is absent. */
  public final byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    while (true) { // as ask, but this is the read that all else is measured by
      Tree tree = tree();
      try {
        return tree.reads().get(key, -1);
      } catch (Tree.RetiredException e) {
        moveOn(tree, e);
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
      return tree(at.trees()).reads().get(key, at.sequence());
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

  /**
   * Copies the value of a key to the beginning of a segment: all of it, or as much as the segment
   * holds. Where the value's block is in the cache, nothing is allocated.
   *
   * @param into may be of any kind but read-only; what lies behind the value stays as it is
   * @return the value's length in bytes, also where that is more than was copied; -1 if the key is
   *     absent, and then nothing is copied
   * @throws IllegalArgumentException if the segment is read-only
   */
  public final int get(byte[] key, MemorySegment into) {
    return read(key, ValueSink.writable(into), ValueSink.SEGMENT);
  }

  /** Copies the value that a key had when the snapshot was taken, as for now. */
  public final int get(byte[] key, MemorySegment into, Snapshot snapshot) {
    return read(key, snapshot, ValueSink.writable(into), ValueSink.SEGMENT);
  }

  /**
   * Copies the value of a key into a buffer, from its position on: all of it, or as much as remains
   * there. The position moves behind what was copied and the limit stays, as where a channel is
   * read: {@code flip} prepares for reading. Where the value's block is in the cache, nothing is
   * allocated.
   *
   * @param into direct or not
   * @return the value's length in bytes, also where that is more than was copied; -1 if the key is
   *     absent, and then the buffer stays as it is
   * @throws java.nio.ReadOnlyBufferException if it is read-only
   */
  public final int get(byte[] key, ByteBuffer into) {
    return read(key, ValueSink.writable(into), ValueSink.BUFFER);
  }

  /** Copies the value that a key had when the snapshot was taken, as for now. */
  public final int get(byte[] key, ByteBuffer into, Snapshot snapshot) {
    return read(key, snapshot, ValueSink.writable(into), ValueSink.BUFFER);
  }

  /** Whether a key is present. It costs a {@link #get(byte[])} without the copy of the value. */
  public final boolean contains(byte[] key) {
    return read(key, key, ValueSink.NONE) >= 0;
  }

  /** Whether a key was present when the snapshot was taken. */
  public final boolean contains(byte[] key, Snapshot snapshot) {
    return read(key, snapshot, key, ValueSink.NONE) >= 0;
  }

  private <T> int read(byte[] key, T into, ValueSink<T> sink) {
    Limits.checkKey(key);
    while (true) { // as ask, but nothing may be allocated
      Tree tree = tree();
      try {
        return tree.reads().get(key, -1, into, sink);
      } catch (Tree.RetiredException e) {
        moveOn(tree, e);
      } catch (IOException e) {
        throw Failures.of(e);
      }
    }
  }

  private <T> int read(byte[] key, Snapshot snapshot, T into, ValueSink<T> sink) {
    Limits.checkKey(key);
    try {
      Pin at = snapshot.pinIn(db());
      return tree(at.trees()).reads().get(key, at.sequence(), into, sink);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  /**
   * The values of some keys, all at one moment: no write is seen in one of them and missed in
   * another. Many keys cost less so than one by one, and neighbours much less: filters, indexes and
   * blocks are gone through once, in key order.
   *
   * @param keys in any order, also the same one twice; to be left alone until this returns
   * @return the values in the order of the keys, as fresh arrays; null elements for absent keys
   * @throws IllegalArgumentException if a key is longer than 65,535 bytes
   */
  public final List<byte @Nullable []> getAll(List<byte[]> keys) {
    byte[][] checked = checkKeys(keys);
    return ask((tree, now) -> Arrays.asList(tree.reads().getAll(checked, now)));
  }

  /** The values that some keys had when the snapshot was taken. */
  public final List<byte @Nullable []> getAll(List<byte[]> keys, Snapshot snapshot) {
    byte[][] checked = checkKeys(keys);
    return ask(snapshot, (tree, then) -> Arrays.asList(tree.reads().getAll(checked, then)));
  }

  private static byte[][] checkKeys(List<byte[]> keys) {
    byte[][] checked = keys.toArray(new byte[0][]);
    for (byte[] key : checked) {
      Limits.checkKey(key);
    }
    return checked;
  }

  /** How {@link #get(byte[])} finds its answer: looks the key up once, and is counted like that. */
  public final GetExplanation explainGet(byte[] key) {
    Limits.checkKey(key);
    return ask((tree, _) -> tree.reads().explain(key));
  }
}
