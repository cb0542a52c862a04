package dev.malkoha.engine;

import dev.malkoha.engine.store.Pin;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.Tree;
import dev.malkoha.engine.store.Trees;
import java.lang.ref.Reference;
import java.util.Objects;

/** The reads of a {@link KeyValueMap} that go by the order of its keys. */
public abstract sealed class RangeReads extends PointReads permits KeyValueMap {

  RangeReads(Store store, Trees trees, Tree tree, Handles handles) {
    super(store, trees, tree, handles);
  }

  /** A cursor over a range as it is now; it stands before the first entry. Close it soon. */
  public final Cursor scan(KeyRange range) {
    Objects.requireNonNull(range, "range");
    while (true) {
      try {
        return new Cursor(store, tree().scan(range, -1), handles());
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
      return new Cursor(store, tree(at.trees()).scan(range, at.sequence()), handles());
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }
}
