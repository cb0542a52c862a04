package dev.malkoha.engine.memtable;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of a memtable's keys: a B+-tree that one thread inserts into while any number read
 * without locks.
 *
 * <p>An insertion changes one leaf, under the leaf's sequence lock. A split changes two leaves and
 * inner nodes: these, and the root, change under the tree's own sequence lock, and in splits alone.
 * So a reader that descends restarts only if it meets a split, once in some 40 insertions, and one
 * that walks along the leaves never does: a leaf keeps its lower bound for life, and its keys and
 * its right link change as one (the link of Lehman and Yao's B-link tree). Nothing is ever removed.
 *
 * <p>All that a reader searches is a copy of its own that has been checked; only then does it take
 * the current arena, which therefore holds every key of the copy.
 */
final class KeyTree extends SequenceLocked {

  private static final int DEPTH_MAX = 16;
  private static final int NODE_BYTES = KeyRun.CAPACITY * (Long.BYTES + Integer.BYTES) + 96;

  /** Leaves are half full at least, and inner nodes are few. */
  static final int BYTES_PER_KEY = 32;

  /**
   * The most bytes that one insertion takes, but for the rarest ones: the split of a leaf and of
   * its parent.
   */
  static final int SPLIT_BYTES = 2048;

  private static final int INNER_BYTES = NODE_BYTES + KeyRun.CAPACITY * Integer.BYTES + 16;

  private static final @Nullable Inner[] NO_INNERS = {};

  private final Memory memory;
  private volatile Leaf first = Leaf.EMPTY;
  private volatile Leaf last = Leaf.EMPTY;
  private KeyRun root = Leaf.EMPTY;

  // Used by the writing thread alone. Most trees of many keyspaces never have an inner node.
  private @Nullable Inner[] path = NO_INNERS;
  private int[] slots = {};
  private int depth;
  private @Nullable Inner[] spares = NO_INNERS;
  private int spareCount;
  private long bytes = NODE_BYTES;

  KeyTree(Memory memory) {
    this.memory = memory;
  }

  /** About how many bytes the nodes take. For the writing thread. */
  long bytes() {
    return bytes;
  }

  Leaf first() {
    return first;
  }

  /** The last leaf, or one that was it a moment ago. */
  Leaf last() {
    return last;
  }

  /** Inserts a key that is not here. For the writing thread. */
  void insert(int record, byte[] key, int offset, int length) {
    Arena arena = memory.current();
    Leaf tail = last;
    if (tail == Leaf.EMPTY) {
      tail = begin();
    }
    boolean append = tail.isBelow(arena, key, offset, length);
    Leaf leaf = append ? tail : descend(arena, key, offset, length);
    int at = append ? leaf.count() : leaf.bound(arena, 0, key, offset, length, false);
    leaf.insert(arena, at, record);
    if (leaf.isFull()) {
      if (append) {
        descend(arena, key, offset, length); // for the path to it
      }
      split(arena, leaf, leaf.splitPoint(at));
    }
  }

  private Leaf begin() {
    Leaf leaf = new Leaf(KeyRun.CAPACITY);
    beginChange();
    root = leaf;
    first = leaf;
    last = leaf;
    endChange();
    return leaf;
  }

  /** Copies the leaf in whose range a key falls. Any thread. */
  void load(byte[] key, int offset, int length, LeafCopy copy) {
    while (!tryLoad(beginRead(), key, offset, length, copy)) {
      Thread.onSpinWait();
    }
  }

  private boolean tryLoad(int seen, byte[] key, int offset, int length, LeafCopy copy) {
    KeyRun node = root;
    while (node instanceof Inner inner) {
      copy.copyOf(inner);
      if (!unchangedSince(seen)) {
        return false;
      }
      node = inner.child(copy.childIndex(memory.current(), key, offset, length));
      if (!unchangedSince(seen)) {
        return false;
      }
    }
    copy.load((Leaf) Objects.requireNonNull(node));
    return unchangedSince(seen);
  }

  /**
   * How many keys there are from one to another, or to the end: as many as the leaves say on the
   * way. About, while somebody inserts. Any thread.
   */
  long keysBetween(byte[] from, byte @Nullable [] to) {
    LeafCopy begin = new LeafCopy(memory, first);
    load(from, 0, from.length, begin);
    int before = begin.bound(begin.arena(), 0, from, 0, from.length, false);
    if (to == null) {
      return begin.keysUpTo(null) - before;
    }
    LeafCopy end = new LeafCopy(memory, first);
    load(to, 0, to.length, end);
    int last = end.bound(end.arena(), 0, to, 0, to.length, false);
    return Math.max(0, begin.keysUpTo(end) + last - before);
  }

  private Leaf descend(Arena arena, byte[] key, int offset, int length) {
    KeyRun node = root;
    depth = 0;
    while (node instanceof Inner inner) {
      node = step(inner, inner.childIndex(arena, key, offset, length));
    }
    return (Leaf) node;
  }

  private KeyRun step(Inner inner, int slot) {
    path[depth] = inner;
    slots[depth++] = slot;
    return Objects.requireNonNull(inner.child(slot));
  }

  /** Splits a full leaf, whose ancestors are {@link #path}. */
  private void split(Arena arena, Leaf leaf, int from) {
    Leaf right = new Leaf(KeyRun.CAPACITY);
    bytes += NODE_BYTES;
    reserveInners();
    beginChange();
    leaf.split(arena, from, right);
    if (leaf == last) {
      last = right;
    }
    addChild(arena, right);
    endChange();
  }

  /** Inserts a new node right of the one the path leads to, and splits ancestors that it fills. */
  private void addChild(Arena arena, KeyRun child) {
    KeyRun right = child;
    for (int level = depth - 1; level >= 0; level--) {
      Inner parent = Objects.requireNonNull(path[level]);
      int at = slots[level] + 1;
      parent.insert(arena, at, right);
      if (!parent.isFull()) {
        return;
      }
      Inner sibling = takeSpare();
      parent.split(arena, parent.splitPoint(at), sibling);
      right = sibling;
    }
    Inner top = takeSpare();
    top.adopt(arena, root, right);
    root = top;
  }

  /** Makes the nodes that {@link #addChild} may take: a change must not fail half-way. */
  private void reserveInners() {
    if (spares.length == 0) {
      path = new Inner[DEPTH_MAX];
      slots = new int[DEPTH_MAX];
      spares = new Inner[DEPTH_MAX + 1];
    }
    while (spareCount <= depth) {
      spares[spareCount++] = new Inner();
    }
  }

  private Inner takeSpare() {
    bytes += INNER_BYTES;
    return Objects.requireNonNull(spares[--spareCount]);
  }

  /**
   * An inner node of a {@link KeyTree}: a run of keys, each the least of the child beside it.
   *
   * <p>The first key is never compared with, as all keys that come here are at or above it; at the
   * tree's left edge it is {@link Arena#NONE}. Changes only under the tree's own sequence lock.
   */
  static final class Inner extends KeyRun {

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
}
