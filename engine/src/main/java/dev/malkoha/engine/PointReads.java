package dev.malkoha.engine;

import dev.malkoha.engine.store.Failures;
import dev.malkoha.engine.store.Pin;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.Tree;
import dev.malkoha.engine.store.Trees;
import dev.malkoha.engine.version.KeyspaceId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
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
}
