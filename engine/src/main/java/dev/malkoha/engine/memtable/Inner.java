package dev.malkoha.engine.memtable;

import org.jspecify.annotations.Nullable;

/**
 * An inner node of a {@link KeyTree}: a run of keys, each the least of the child beside it.
 *
 * <p>The first key is never compared with, as all keys that come here are at or above it; at the
 * tree's left edge it is {@link Arena#NONE}. Changes only under the tree's own sequence lock.
 */
final class Inner extends KeyRun {

  private final @Nullable KeyRun[] children = new KeyRun[CAPACITY];

  Inner() {
    super(CAPACITY);
  }

  /** A child; null only to a reader that looks during a change. */
  @Nullable KeyRun child(int at) {
    return children[at];
  }

  /** Becomes the root over the old one and its new right neighbour. */
  void adopt(Arena arena, KeyRun left, KeyRun right) {
    insertKey(arena, 0, left.low());
    children[0] = left;
    insert(arena, 1, right);
  }

  /** Inserts a child at an index. */
  void insert(Arena arena, int at, KeyRun child) {
    System.arraycopy(children, at, children, at + 1, count() - at);
    children[at] = child;
    insertKey(arena, at, child.low());
  }

  /** Moves the children from an index on to a new node, right of this one. */
  void split(Arena arena, int from, Inner right) {
    System.arraycopy(children, from, right.children, 0, count() - from);
    splitKeys(arena, from, right);
  }
}
