package dev.malkoha.engine.memtable;

import org.jspecify.annotations.Nullable;

/**
 * A reader's private copy of one leaf at a time, and the moves from leaf to leaf.
 *
 * <p>Each copy covers a range of keys that ends where the next one begins, so a walk meets every
 * key that was published before it began exactly once, whatever is inserted and split meanwhile.
 */
final class LeafCopy extends KeyNode {

  /** Keys that a walk touches together first after a search; then twice as many. */
  private static final int FIRST_STRIDE = 3;

  private final Arena arena;
  private KeyNode leaf;
  private @Nullable KeyNode next;

  // The keys between these indices have been touched.
  private int touchedFrom;
  private int touchedTo;
  private int stride;

  /** The result of {@link Arena#touch}; kept so that the compiler does not drop the call. */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  LeafCopy(Arena arena, KeyNode leaf) {
    super(CAPACITY, false);
    this.arena = arena;
    this.leaf = leaf;
  }

  /** Copies a leaf. */
  void load(KeyNode from) {
    leaf = from;
    next = copyOfLeaf(from);
    touchedFrom = count();
    touchedTo = 0;
    stride = FIRST_STRIDE;
  }

  /**
   * Sees to it that a key which a walk comes to is on its way from memory, and some that are next
   * with it.
   *
   * @param index one behind either end if the walk goes on in another leaf: nothing is touched then
   */
  void walkTo(int index, boolean forwards) {
    if (index < touchedFrom || index >= touchedTo) {
      int from = forwards ? index : Math.max(0, index + 1 - stride);
      touch(from, forwards ? Math.min(count(), index + stride) : index + 1);
      stride *= 2;
    }
  }

  private void touch(int from, int to) {
    touchedFrom = from;
    touchedTo = to;
    touched = arena.touch(this, from, to);
  }

  /**
   * How many keys there are from this copy's leaf on, with it, to another copy's, or to the last
   * leaf for null: that one not counted, this one as it is by now. About, while somebody inserts.
   */
  @SuppressWarnings("ReferenceEquality") // that very leaf is meant
  long keysUpTo(@Nullable LeafCopy end) {
    long keys = 0;
    for (KeyNode at = leaf; at != null && (end == null || at != end.leaf); at = at.next()) {
      keys += at.count();
    }
    return keys;
  }

  /** Copies the last leaf, from one that was it a moment ago. */
  void loadLast(KeyNode from) {
    load(from);
    while (next != null) {
      load(next); // a leaf was added behind
    }
  }

  /** Copies the leaf behind, if there is one, whose keys will be read one after the other. */
  boolean loadNext() {
    if (next == null) {
      return false;
    }
    load(next);
    touch(0, count());
    return true;
  }

  /** Copies the leaf in front, if there is one, whose keys will be read one after the other. */
  @SuppressWarnings("ReferenceEquality") // that very leaf is meant
  boolean loadPrevious() {
    KeyNode from = leaf;
    KeyNode left = from.previous();
    if (left == null) {
      return false;
    }
    load(left);
    while (next != from && next != null) {
      load(next); // the leaf in front was split after its link was read
    }
    touch(0, count());
    return true;
  }
}
