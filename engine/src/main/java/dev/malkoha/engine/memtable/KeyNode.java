package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link KeyTree}, a sorted run of up to {@value #CAPACITY} key records; or a reader's
 * private copy of one.
 *
 * <p>Beside each record stands the key's <i>window</i>: eight bytes as a big-endian number, behind
 * the {@code skip} bytes that all keys of the node's range share. A binary search reads windows
 * alone; only equal ones send it to the keys' bytes. So keys with long common beginnings, such as
 * class names, are told apart by windows nearly as well as random ones (the prefix truncation of
 * Bayer and Unterauer's prefix B-trees, with the head stored in the node as in Graefe's survey).
 *
 * <p>The range goes from {@code low} (included) to {@code high} (not included), keys themselves or
 * {@link Arena#NONE} at the tree's edges. {@code low} never changes: nothing is ever removed, and
 * what is below goes to another node.
 *
 * <p>An inner node has a child beside each key, which is the least of that child's. The first key
 * is never compared with, as all keys that come here are at or above it; at the tree's left edge it
 * is {@link Arena#NONE}. Inner nodes change only under the tree's own sequence lock.
 *
 * <p>A leaf is linked with its neighbours. Its keys and the link to the right change together under
 * the leaf's lock, so that what a reader copies is all of the tree from {@link #low} to the right
 * leaf's. The link to the left is a hint: it leads to a leaf from which links to the right lead
 * back here.
 */
class KeyNode extends SequenceLocked {

  static final int CAPACITY = 64;

  private final long[] windows;
  private final int[] keys;

  /** Null for a leaf. */
  private final @Nullable KeyNode @Nullable [] children;

  private int skip;
  private int count;
  private @Nullable KeyNode next;
  private volatile @Nullable KeyNode previous;

  // Used by the writing thread alone.
  private int low = Arena.NONE;
  private int high = Arena.NONE;

  /** The leaf of every empty tree: never changed. */
  static final KeyNode EMPTY = new KeyNode(0, false);

  /**
   * Creates an empty node.
   *
   * @param capacity {@link #CAPACITY}, or 0
   */
  KeyNode(int capacity, boolean isInner) {
    windows = new long[capacity];
    keys = new int[capacity];
    children = isInner ? new KeyNode[capacity] : null;
  }

  /** Becomes an empty leaf of another tree. Of a leaf that nobody reads any more. */
  final void empty() {
    skip = 0;
    count = 0;
    next = null;
    previous = null;
    low = Arena.NONE;
    high = Arena.NONE;
  }

  final boolean isLeaf() {
    return children == null;
  }

  /** A child of an inner node; null only to a reader that looks during a change. */
  final @Nullable KeyNode child(int at) {
    return Objects.requireNonNull(children)[at];
  }

  final @Nullable KeyNode previous() {
    return previous;
  }

  /** The leaf to the right, as far as a glance tells. */
  final @Nullable KeyNode next() {
    return next;
  }

  final int count() {
    return count;
  }

  final int key(int at) {
    return keys[at];
  }

  /**
   * The first eight bytes of a key.
   *
   * @param arena one that holds this run's keys
   */
  final long prefix(int at, Arena arena) {
    return skip == 0 ? windows[at] : arena.window(keys[at], 0);
  }

  /** Becomes a copy of another run, which may be changing: to be checked by its sequence. */
  final void copyOf(KeyNode other) {
    int size = other.count;
    System.arraycopy(other.windows, 0, windows, 0, size);
    System.arraycopy(other.keys, 0, keys, 0, size);
    skip = other.skip;
    count = size;
  }

  /**
   * The index of the first key, at {@code from} or behind, that is not below the given one, or else
   * {@link #count}. The given key must be in the range.
   *
   * @param passEqual whether an equal key is passed too
   */
  final int bound(Arena arena, int from, byte[] key, int offset, int length, boolean passEqual) {
    long window = EntryOrder.prefix(key, offset + skip, length - skip);
    int at = firstNotBelow(window, from);
    if (at == count || windows[at] != window) {
      return at;
    }
    int end = count;
    while (at < end) {
      int middle = (at + end) >>> 1;
      int order =
          windows[middle] == window
              ? arena.compare(keys[middle], skip, key, offset, length)
              : 1; // windows from here on are not below
      if (order < 0 || (passEqual && order == 0)) {
        at = middle + 1;
      } else {
        end = middle;
      }
    }
    return at;
  }

  /** The index of the child in whose range a key falls, where these are an inner node's keys. */
  final int childIndex(Arena arena, byte[] key, int offset, int length) {
    return bound(arena, 1, key, offset, length, true) - 1;
  }

  /** Whether the given key, which must be in the range, is above all here. */
  final boolean isBelow(Arena arena, byte[] key, int offset, int length) {
    if (count == 0) {
      return true;
    }
    long window = EntryOrder.prefix(key, offset + skip, length - skip);
    int order = Long.compareUnsigned(windows[count - 1], window);
    return order != 0 ? order < 0 : arena.compare(keys[count - 1], skip, key, offset, length) < 0;
  }

  /** Copies a consistent state of a leaf; returns the leaf to the right in that state. */
  final @Nullable KeyNode copyOfLeaf(KeyNode leaf) {
    while (true) {
      int seen = leaf.beginRead();
      copyOf(leaf);
      KeyNode right = leaf.next;
      if (leaf.unchangedSince(seen)) {
        return right;
      }
      Thread.onSpinWait();
    }
  }

  /** Inserts a key into a leaf where {@link #bound} says; it must not be full. */
  final void insert(Arena arena, int at, int key) {
    beginChange();
    insertKey(arena, at, key);
    endChange();
  }

  /** Inserts a child into an inner node. */
  final void insert(Arena arena, int at, KeyNode child) {
    @Nullable KeyNode[] all = Objects.requireNonNull(children);
    System.arraycopy(all, at, all, at + 1, count - at);
    all[at] = child;
    insertKey(arena, at, child.low);
  }

  private void insertKey(Arena arena, int at, int key) {
    System.arraycopy(windows, at, windows, at + 1, count - at);
    System.arraycopy(keys, at, keys, at + 1, count - at);
    windows[at] = arena.window(key, skip);
    keys[at] = key;
    count++;
  }

  final boolean isFull() {
    return count == CAPACITY;
  }

  /**
   * Where to split a run that the insertion at {@code inserted} has filled: in the middle, or in
   * front of a key added at the tree's right edge, so that an ascending fill leaves full nodes.
   */
  final int splitPoint(int inserted) {
    return high == Arena.NONE && inserted == CAPACITY - 1 ? inserted : CAPACITY / 2;
  }

  /** Moves what a leaf has from an index on to a new one, right of it. */
  final void splitLeaf(Arena arena, int from, KeyNode right) {
    KeyNode after = next;
    right.next = after;
    right.previous = this;
    beginChange();
    split(arena, from, right);
    next = right;
    endChange();
    if (after != null) {
      after.previous = right;
    }
  }

  /** Moves what there is from an index on to an empty node, which becomes the right neighbour. */
  final void split(Arena arena, int from, KeyNode right) {
    right.count = count - from;
    System.arraycopy(windows, from, right.windows, 0, right.count);
    System.arraycopy(keys, from, right.keys, 0, right.count);
    if (children != null) {
      System.arraycopy(children, from, Objects.requireNonNull(right.children), 0, right.count);
    }
    right.skip = skip;
    right.low = right.keys[0];
    right.high = high;
    count = from;
    high = right.low;
    fitWindows(arena);
    right.fitWindows(arena);
  }

  /** Moves the windows to where the keys begin to differ, if they do not tell the keys apart. */
  private void fitWindows(Arena arena) {
    if (low == Arena.NONE || high == Arena.NONE || !hasEqualWindows()) {
      return;
    }
    int common = arena.commonBytes(low, high);
    if (common > skip) {
      skip = common;
      for (int i = 0; i < count; i++) {
        windows[i] = arena.window(keys[i], common);
      }
    }
  }

  private boolean hasEqualWindows() {
    for (int i = 1; i < count; i++) {
      if (windows[i - 1] == windows[i]) {
        return true;
      }
    }
    return false;
  }

  private int firstNotBelow(long window, int from) {
    int at = from;
    int size = count - from;
    while (size > 0) {
      int half = size >>> 1;
      boolean below = Long.compareUnsigned(windows[at + half], window) < 0;
      at = below ? at + half + 1 : at;
      size = below ? size - half - 1 : half;
    }
    return at;
  }
}
