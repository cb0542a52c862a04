package dev.malkoha.sstable;

import module java.base;

/**
 * Which entries of a table are dead, by ordinal: a bit for each entry, 1 if it is dead.
 *
 * <p>Immutable, for any number of threads. A bit only goes from 0 to 1: a {@link Builder} adds to a
 * vector and makes a new one.
 */
public final class DeletionVector {

  /** A bit for each entry, the first in the lowest; those after the last entry are 0. */
  private final long[] words;

  private final int entries;
  private final int dead;

  private DeletionVector(long[] words, int entries, int dead) {
    this.words = words;
    this.entries = entries;
    this.dead = dead;
  }

  /**
   * The vector of a table in which nothing is dead.
   *
   * @param entries how many the table has: from 0, below 2^31
   */
  public static DeletionVector none(long entries) {
    int count = Math.toIntExact(entries);
    return new DeletionVector(new long[words(count)], count, 0);
  }

  private static int words(int entries) {
    return (int) (((long) entries + Long.SIZE - 1) / Long.SIZE);
  }

  /** The number of the table's entries, dead or not. */
  public long entries() {
    return entries;
  }

  /** The number of dead entries. */
  public long dead() {
    return dead;
  }

  /**
   * Whether an entry is dead.
   *
   * @param ordinal the entry's index in the table: below {@link #entries}
   */
  public boolean isDead(long ordinal) {
    return (words[(int) (ordinal >>> 6)] >>> ordinal & 1) != 0;
  }

  /**
   * The first entry that is not dead, from this one on; {@link #entries} if there is none.
   *
   * @param ordinal where to begin: from 0, at most {@link #entries}
   */
  public long nextLive(long ordinal) {
    int word = (int) (ordinal >>> 6);
    if (word >= words.length) {
      return entries;
    }
    long live = ~words[word] & (-1L << ordinal);
    while (live == 0) {
      if (++word == words.length) {
        return entries;
      }
      live = ~words[word];
    }
    // The bits after the last entry are 0, as if those entries were alive.
    return Math.min(entries, ((long) word << 6) + Long.numberOfTrailingZeros(live));
  }

  /**
   * The last entry that is not dead, up to this one; -1 if there is none.
   *
   * @param ordinal where to begin: from -1, below {@link #entries}
   */
  public long previousLive(long ordinal) {
    if (ordinal < 0) {
      return -1;
    }
    int word = (int) (ordinal >>> 6);
    long live = ~words[word] & (-1L >>> ~ordinal);
    while (live == 0) {
      if (--word < 0) {
        return -1;
      }
      live = ~words[word];
    }
    return ((long) word << 6) + (Long.SIZE - 1) - Long.numberOfLeadingZeros(live);
  }

  /**
   * How many entries in a range are dead.
   *
   * @param from the first one's ordinal
   * @param to the ordinal after the last one: at most {@link #entries}
   * @throws IndexOutOfBoundsException if the range is not inside the table
   */
  public long dead(long from, long to) {
    Objects.checkFromToIndex(from, to, entries);
    if (from == to) {
      return 0;
    }
    int first = (int) (from >>> 6);
    int last = (int) ((to - 1) >>> 6);
    long fromFirst = -1L << from;
    long toLast = -1L >>> -to;
    if (first == last) {
      return Long.bitCount(words[first] & fromFirst & toLast);
    }
    long count =
        (long) Long.bitCount(words[first] & fromFirst) + Long.bitCount(words[last] & toLast);
    for (int word = first + 1; word < last; word++) {
      count += Long.bitCount(words[word]);
    }
    return count;
  }

  /** This vector's bits, the first entry's lowest. Not to be written to. */
  public long[] words() {
    return words;
  }

  /** A vector to add to, which begins with what is dead here. */
  public Builder builder() {
    return new Builder(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DeletionVector that
        && entries == that.entries
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return 31 * entries + Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return dead + " dead of " + entries + " entries";
  }

  /** A vector being made from another one and some more dead entries. Used by one thread. */
  public static final class Builder {

    private final long[] words;
    private final int entries;
    private int dead;

    private Builder(DeletionVector from) {
      this.words = from.words.clone();
      this.entries = from.entries;
      this.dead = from.dead;
    }

    /**
     * Makes an entry dead.
     *
     * @param ordinal the entry's index in the table
     * @return whether it was not dead before
     * @throws IndexOutOfBoundsException if the table has no such entry
     */
    public boolean add(long ordinal) {
      Objects.checkIndex(ordinal, entries);
      int word = (int) (ordinal >>> 6);
      long bit = 1L << ordinal;
      if ((words[word] & bit) != 0) {
        return false;
      }
      words[word] |= bit;
      dead++;
      return true;
    }

    /** How many entries are dead by now. */
    public long dead() {
      return dead;
    }

    /** The vector; the builder may go on. */
    public DeletionVector build() {
      return new DeletionVector(words.clone(), entries, dead);
    }
  }
}
