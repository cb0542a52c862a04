package dev.malkoha.engine.memtable;

import module java.base;

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
 * <p>All that a reader searches is a copy of its own that has been checked; only then does it look
 * into the arena, which therefore holds every key of the copy.
 */
final class KeyTree extends SequenceLocked {

  private static final int DEPTH_MAX = 16;
  static final int NODE_BYTES = KeyNode.CAPACITY * (Long.BYTES + Integer.BYTES) + 96;

  /** Leaves are half full at least, and inner nodes are few. */
  static final int BYTES_PER_KEY = 32;

  private static final int INNER_BYTES = NODE_BYTES + KeyNode.CAPACITY * Integer.BYTES + 16;

  /**
   * The most bytes that one insertion takes, but for the rarest ones: the split of a leaf and of
   * its parent.
   */
  static final int SPLIT_BYTES = NODE_BYTES + INNER_BYTES;

  private final Arena arena;
  private final SpareParts source;
  private volatile KeyNode first = KeyNode.EMPTY;
  private volatile KeyNode last = KeyNode.EMPTY;
  private KeyNode root = KeyNode.EMPTY;

  // Used by the writing thread alone. Most trees of many keyspaces never have an inner node.
  private @Nullable KeyNode[] path = {};
  private int[] slots = {};
  private int depth;
  private final ArrayDeque<KeyNode> spares = new ArrayDeque<>(1);
  private long bytes = NODE_BYTES;

  KeyTree(Arena arena, SpareParts source) {
    this.arena = arena;
    this.source = source;
  }

  /** About how many bytes the nodes take. For the writing thread. */
  long bytes() {
    return bytes;
  }

  /** Gives the leaves back. Once nobody reads them. */
  void giveBack() {
    for (KeyNode leaf = first, next; leaf != null; leaf = next) {
      next = leaf.next();
      source.giveBack(leaf, NODE_BYTES);
    }
    first = KeyNode.EMPTY;
    last = KeyNode.EMPTY;
    root = KeyNode.EMPTY;
  }

  KeyNode first() {
    return first;
  }

  /** The last leaf, or one that was it a moment ago. */
  KeyNode last() {
    return last;
  }

  /** Inserts a key that is not here. For the writing thread. */
  @SuppressWarnings("ReferenceEquality") // that very node is meant
  void insert(int record, byte[] key, int offset, int length) {
    KeyNode tail = last;
    if (tail == KeyNode.EMPTY) {
      tail = begin();
    }
    boolean append = tail.isBelow(arena, key, offset, length);
    KeyNode leaf = append ? tail : descend(key, offset, length);
    int at = append ? leaf.count() : leaf.bound(arena, 0, key, offset, length, false);
    leaf.insert(arena, at, record);
    if (leaf.isFull()) {
      if (append) {
        descend(key, offset, length); // for the path to it
      }
      split(leaf, leaf.splitPoint(at));
    }
  }

  private KeyNode begin() {
    KeyNode leaf = source.leaf();
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
    KeyNode node = root;
    while (!node.isLeaf()) {
      copy.copyOf(node);
      if (!unchangedSince(seen)) {
        return false;
      }
      KeyNode child = node.child(copy.childIndex(arena, key, offset, length));
      if (child == null || !unchangedSince(seen)) {
        return false;
      }
      node = child;
    }
    copy.load(node);
    return unchangedSince(seen);
  }

  /**
   * How many keys there are from one to another, or to the end: as many as the leaves say on the
   * way. About, while somebody inserts. Any thread.
   */
  long keysBetween(byte[] from, byte @Nullable [] to) {
    LeafCopy begin = new LeafCopy(arena, first);
    load(from, 0, from.length, begin);
    int before = begin.bound(arena, 0, from, 0, from.length, false);
    if (to == null) {
      return begin.keysUpTo(null) - before;
    }
    LeafCopy end = new LeafCopy(arena, first);
    load(to, 0, to.length, end);
    int last = end.bound(arena, 0, to, 0, to.length, false);
    return Math.max(0, begin.keysUpTo(end) + last - before);
  }

  private KeyNode descend(byte[] key, int offset, int length) {
    KeyNode node = root;
    depth = 0;
    while (!node.isLeaf()) {
      int slot = node.childIndex(arena, key, offset, length);
      path[depth] = node;
      slots[depth++] = slot;
      node = Objects.requireNonNull(node.child(slot));
    }
    return node;
  }

  /** Splits a full leaf, whose ancestors are {@link #path}. */
  @SuppressWarnings("ReferenceEquality") // that very node is meant
  private void split(KeyNode leaf, int from) {
    KeyNode right = source.leaf();
    bytes += NODE_BYTES;
    reserveInners();
    beginChange();
    leaf.splitLeaf(arena, from, right);
    if (leaf == last) {
      last = right;
    }
    addChild(right);
    endChange();
  }

  /** Inserts a new node right of the one the path leads to, and splits ancestors that it fills. */
  private void addChild(KeyNode child) {
    KeyNode right = child;
    for (int level = depth - 1; level >= 0; level--) {
      KeyNode parent = Objects.requireNonNull(path[level]);
      int at = slots[level] + 1;
      parent.insert(arena, at, right);
      if (!parent.isFull()) {
        return;
      }
      KeyNode sibling = takeSpare();
      parent.split(arena, parent.splitPoint(at), sibling);
      right = sibling;
    }
    KeyNode top = takeSpare();
    top.insert(arena, 0, root);
    top.insert(arena, 1, right);
    root = top;
  }

  /** Makes the nodes that {@link #addChild} may take: a change must not fail half-way. */
  private void reserveInners() {
    if (path.length == 0) {
      path = new KeyNode[DEPTH_MAX];
      slots = new int[DEPTH_MAX];
    }
    while (spares.size() <= depth) {
      spares.push(new KeyNode(KeyNode.CAPACITY, true));
    }
  }

  private KeyNode takeSpare() {
    bytes += INNER_BYTES;
    return spares.pop();
  }
}
