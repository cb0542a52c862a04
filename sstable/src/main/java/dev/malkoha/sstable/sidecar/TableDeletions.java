package dev.malkoha.sstable.sidecar;

import module java.base;

import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;

/**
 * All that is deleted of one table: what a section of a sidecar file says.
 *
 * <p>Immutable, for any number of threads.
 */
public final class TableDeletions {

  private final DeletionVector vector;
  private final long deadKeys;
  private final long[] removals;

  /**
   * Says what is deleted.
   *
   * @param vector the dead entries
   * @param deadKeys how many keys have no entry that is not dead
   * @param removals those that are to be taken out of the table's filter, in any order: one for
   *     each dead key, and for each prefix that the filter held and that no other key has; or none,
   *     where the filter keeps them all; copied
   * @throws IllegalArgumentException if there are more dead keys than dead entries, or more
   *     removals than dead keys can have, and prefixes of theirs
   */
  public TableDeletions(DeletionVector vector, long deadKeys, long[] removals) {
    this(vector, deadKeys, removals, removals.length);
  }

  private TableDeletions(DeletionVector vector, long deadKeys, long[] taken, int count) {
    this.vector = Objects.requireNonNull(vector, "vector");
    this.deadKeys = deadKeys;
    this.removals = Arrays.copyOf(taken, count);
    sortUnsigned(removals);
    if (deadKeys < 0 || deadKeys > vector.dead() || removals.length > 2 * deadKeys) {
      throw new IllegalArgumentException(
          "there cannot be %s dead keys and %s removals with %s dead entries"
              .formatted(deadKeys, removals.length, vector.dead()));
    }
  }

  /** Removals ascend as unsigned numbers: by bucket, then by fingerprint. */
  private static void sortUnsigned(long[] taken) {
    for (int i = 0; i < taken.length; i++) {
      taken[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(taken);
    for (int i = 0; i < taken.length; i++) {
      taken[i] ^= Long.MIN_VALUE;
    }
  }

  /** A table of {@code entries} entries, none of them deleted. */
  public static TableDeletions none(long entries) {
    return new TableDeletions(DeletionVector.none(entries), 0, new long[0]);
  }

  /**
   * These deletions and more.
   *
   * @param more all dead entries: those here and others
   * @param newlyDeadKeys how many keys lost their last entry
   * @param taken removals of the newly dead keys and prefixes; empty unless the filter is a {@link
   *     RemovableFilter}
   * @param count how many of them to take, from the start of the array
   * @throws IllegalArgumentException if the numbers contradict each other
   */
  public TableDeletions with(DeletionVector more, long newlyDeadKeys, long[] taken, int count) {
    Objects.checkFromIndexSize(0, count, taken.length);
    if (more.entries() != vector.entries() || more.dead() < vector.dead()) {
      throw new IllegalArgumentException(more + " cannot follow " + vector);
    }
    long[] all = Arrays.copyOf(removals, Math.addExact(removals.length, count));
    System.arraycopy(taken, 0, all, removals.length, count);
    return new TableDeletions(more, deadKeys + newlyDeadKeys, all, all.length);
  }

  /** The dead entries. */
  public DeletionVector vector() {
    return vector;
  }

  /** How many keys have no entry that is not dead. */
  public long deadKeys() {
    return deadKeys;
  }

  /** Whether the filter is to let go of all dead keys and prefixes, rather than of none. */
  public boolean hasAllRemovals() {
    return removals.length >= deadKeys;
  }

  /** How many removals were taken out of the table's filter. */
  public int removalCount() {
    return removals.length;
  }

  /** The removals that were taken out of the table's filter, ascending unsigned; a copy. */
  public long[] removals() {
    return removals.clone();
  }

  /** The table's own filter without the removals. */
  public RemovableFilter applyTo(RemovableFilter unpatched) {
    return unpatched.without(removals, removals.length);
  }

  /** The removal with this index; they ascend as unsigned numbers. */
  long removal(int index) {
    return removals[index];
  }

  /** Why these cannot be this table's deletions; empty if they can. */
  String mismatch(TableReader table) {
    TableProperties properties = table.properties();
    if (vector.entries() != properties.entries()) {
      return "%s entries of a table that has %s".formatted(vector.entries(), properties.entries());
    }
    long keys = properties.distinctKeys();
    long liveEntries = vector.entries() - vector.dead();
    if (deadKeys > keys || keys - deadKeys > liveEntries || (keys == deadKeys && liveEntries > 0)) {
      return "%s dead keys of %s, and %s live entries".formatted(deadKeys, keys, liveEntries);
    }
    boolean removable = table.filter() instanceof RemovableFilter;
    boolean sound = table.filterProblem().isEmpty();
    long prefixes = removals.length - deadKeys; // at most one for each dead key
    boolean complete = removals.length == 0 || (prefixes >= 0 && prefixes <= properties.prefixes());
    if (removable ? !complete : sound && removals.length > 0) {
      return "%s removals from a filter of kind %s for %s dead keys"
          .formatted(removals.length, table.filter().kind(), deadKeys);
    }
    return "";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableDeletions that
        && deadKeys == that.deadKeys
        && vector.equals(that.vector)
        && Arrays.equals(removals, that.removals);
  }

  @Override
  public int hashCode() {
    return 31 * vector.hashCode() + Arrays.hashCode(removals);
  }

  @Override
  public String toString() {
    return vector + ", " + deadKeys + " dead keys, " + removals.length + " removals";
  }
}
