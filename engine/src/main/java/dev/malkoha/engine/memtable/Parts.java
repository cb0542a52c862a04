package dev.malkoha.engine.memtable;

import module java.base;

/**
 * The growing memory of one kind of elements: one array, or <i>parts</i>, arrays of at most a given
 * size. An element's name says with its upper bits which part it is in, and with the lower ones
 * where in it.
 *
 * <p>A small array is replaced by a longer copy, and then, where that is how it grows, parts are
 * added: so no writer waits for megabytes to be copied. Elements fill one part after another. Those
 * that lie side by side, do not fit into the rest of a part, and fill more than half of one, get a
 * part of their own, so at most a third is lost.
 *
 * <p>One thread at a time takes elements, while any number reads. An array is put into its place
 * before anything leads to what is new in it.
 *
 * @param <A> the arrays
 */
final class Parts<A> {

  private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 16;
  private static final int BYTES_MIN = 1 << 12;
  private static final int NO_PART = -1;

  private final PartGrowth growth;
  private final IntFunction<A> source;
  private final int elementBytes;
  private final int partsMax;
  private final int shift;
  private final int mask;
  private final int first;
  private Held<A> held;

  // Used by the writing thread alone.
  private long length; // of all arrays
  private long used;
  private int next;
  private int filled; // the part that is being filled
  private int filledTo;
  private int own = NO_PART; // the part of its own that the next elements are for
  private boolean ownUsed;

  /**
   * The arrays at one time. Any thread reads which these are, without ordering: as the field is
   * final, it finds in the arrays all that was there when it was set. A volatile field would keep
   * the reads of a walk in order.
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // the arrays are the memory itself; nobody compares them
  private record Held<A>(A[] arrays) {}

  /**
   * Takes no arrays until something is stored: most memtables of many keyspaces are empty.
   *
   * @param source gives the parts
   * @param partsMax the most parts that there are names for
   * @param empty an array that all share until then, as long as what no part uses at its beginning
   */
  Parts(PartGrowth growth, IntFunction<A> source, int elementBytes, int partsMax, A[] empty) {
    this.growth = growth;
    this.source = source;
    this.elementBytes = elementBytes;
    this.partsMax = partsMax;
    this.shift =
        growth.shift() - (growth.isWhole() ? 0 : Integer.numberOfTrailingZeros(elementBytes));
    this.mask = (1 << shift) - 1;
    this.first = Array.getLength(empty[0]);
    this.held = new Held<>(empty);
    this.length = first;
    this.filledTo = first;
  }

  /** The array that has an element. */
  A array(int name) {
    return held.arrays[name >>> shift];
  }

  /** Where an element is in its array. */
  int place(int name) {
    return name & mask;
  }

  /**
   * The name of the element after the last one of the part before; {@code none} if there is none.
   */
  int endBefore(int name, int none) {
    int part = (name >>> shift) - 1;
    return part < 0 ? none : part << shift | Array.getLength(held.arrays[part]);
  }

  /** How many elements are taken. */
  long used() {
    return used;
  }

  /** The memory that the arrays take, used or not, in bytes. */
  long allocated() {
    return length * elementBytes;
  }

  /**
   * The most memory that they will take once so many more, which must fit, are taken.
   *
   * @param isOne whether they will lie side by side; else parts may be left half full
   */
  long allocatedFor(long more, boolean isOne) {
    int end = Array.getLength(held.arrays[filled]);
    boolean grows = !growth.isDue(held.arrays.length, (filledTo + more) * elementBytes);
    if (growth.isWhole() || (isOne && grows)) {
      return (long) lengthFor((int) length, more) * elementBytes;
    }
    if (end > first && more <= end - filledTo) {
      return allocated();
    }
    if (grows) {
      return Math.max(
          BYTES_MIN, PartGrowth.ARRAY_HEADER_BYTES + 2 * (filledTo + more) * elementBytes);
    }
    long bytes = more * elementBytes;
    long most = growth.partBytes() + (held.arrays.length == 1 ? growth.partBytes() / 2 : 0);
    return allocated() + (isOne ? Math.max(most, bytes) : most + 2 * bytes);
  }

  /** The length of an array that has room for so many more and replaces a shorter one. */
  private int lengthFor(int now, long more) {
    int least = PartGrowth.lengthIn(BYTES_MIN / elementBytes, elementBytes);
    long needed = filledTo + more;
    if (needed <= Math.max(least, now)) {
      return Math.max(least, now);
    }
    if (needed > ARRAY_LENGTH_MAX) {
      throw new IllegalStateException("a memtable cannot hold an array of " + needed);
    }
    long doubled = PartGrowth.doubled(Math.max(least, now), elementBytes);
    return (int) Math.min(ARRAY_LENGTH_MAX, Math.max(needed, doubled));
  }

  /** Whether so many more fit, and there are names for parts: each is half full at least. */
  boolean fits(long more) {
    long partLength = growth.partBytes() / elementBytes;
    return first + used + more <= ARRAY_LENGTH_MAX
        && held.arrays.length + 2 * more / partLength + 4 <= partsMax;
  }

  /** Makes room for so many more, side by side, so that taking them cannot fail. */
  void reserve(long more) {
    A[] all = held.arrays;
    if (own == NO_PART || ownUsed || more > Array.getLength(all[own])) { // not reserved before
      own = NO_PART;
      int end = Array.getLength(all[filled]);
      if (end == 0 || more > end - filledTo) {
        grow(all, more);
      }
    }
    next = own == NO_PART ? filled << shift | filledTo : own << shift;
  }

  private void grow(A[] all, long more) {
    if (!growth.isDue(all.length, (filledTo + more) * elementBytes) || (used == 0 && first > 0)) {
      int wanted = lengthFor(Array.getLength(all[0]), more);
      A longer = growth.isWhole() ? source.apply(wanted) : plain(wanted);
      System.arraycopy(all[0], 0, longer, 0, filledTo);
      held = put(all, 0, longer);
      length = Array.getLength(longer);
    } else if (more * elementBytes > growth.partBytes() / 2) {
      held = put(all, all.length, plain((int) more));
      length += more;
      own = all.length;
      ownUsed = false;
    } else {
      int wanted = growth.nextLength(length * elementBytes, elementBytes);
      A part = source.apply((int) Math.max(more, wanted));
      held = put(all, all.length, part);
      length += Array.getLength(part);
      filled = all.length;
      filledTo = first;
    }
  }

  @SuppressWarnings("unchecked") // it is of the class of the others
  private A plain(int size) {
    return (A) Array.newInstance(held.arrays[0].getClass().getComponentType(), size);
  }

  private Held<A> put(A[] all, int part, A array) {
    A[] more = Arrays.copyOf(all, Math.max(part + 1, all.length));
    more[part] = array;
    return new Held<>(more);
  }

  /** Gives the arrays back. A later look into them fails. */
  void giveBack() {
    A[] all = held.arrays;
    held = new Held<>(Arrays.copyOf(all, 0));
    for (A array : all) {
      int elements = Array.getLength(array);
      if (elements > first) { // else all share it
        growth.source().giveBack(array, (long) elements * elementBytes);
      }
    }
  }

  /** Takes reserved elements; returns the name of the first. */
  int take(int count) {
    int at = next;
    next += count;
    used += count;
    filledTo += own == NO_PART ? count : 0;
    ownUsed = true;
    return at;
  }
}
