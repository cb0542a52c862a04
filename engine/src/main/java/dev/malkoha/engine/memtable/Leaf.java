package dev.malkoha.engine.memtable;

import org.jspecify.annotations.Nullable;

/**
 * A leaf of a {@link KeyTree}: a sequence-locked run of keys, linked with its neighbours.
 *
 * <p>Its keys and the link to the right change together under the lock, so that what a reader
 * copies is all of the tree from {@link #low} to the right leaf's. The link to the left is a hint:
 * it leads to a leaf from which links to the right lead back here.
 */
final class Leaf extends KeyRun {

  /** The leaf of every empty tree: never changed. */
  static final Leaf EMPTY = new Leaf(0);

  private @Nullable Leaf next;
  private volatile @Nullable Leaf previous;

  /** A leaf with room for {@link #CAPACITY} keys, or for none. */
  Leaf(int capacity) {
    super(capacity);
  }

  @Nullable Leaf previous() {
    return previous;
  }

  /** The leaf to the right, as far as a glance tells. */
  @Nullable Leaf next() {
    return next;
  }

  /** Inserts a key at an index. */
  void insert(Arena arena, int at, int key) {
    beginChange();
    insertKey(arena, at, key);
    endChange();
  }

  /** Moves the keys from an index on to a new leaf, right of this one. */
  void split(Arena arena, int from, Leaf right) {
    Leaf after = next;
    right.next = after;
    right.previous = this;
    beginChange();
    splitKeys(arena, from, right);
    next = right;
    endChange();
    if (after != null) {
      after.previous = right;
    }
  }

  /** Copies a consistent state; returns the leaf to the right in that state. */
  @Nullable Leaf copyTo(KeyRun copy) {
    while (true) {
      int seen = beginRead();
      copy.copyOf(this);
      Leaf right = next;
      if (unchangedSince(seen)) {
        return right;
      }
      Thread.onSpinWait();
    }
  }
}
