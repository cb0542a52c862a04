package dev.malkoha.engine.version;

import dev.malkoha.sstable.EntryCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables in key order, no key in the range of two of them: one table of level 0, or all of a deeper
 * level. So a look-up asks at most one table of each run. Immutable.
 */
public final class SortedRun {

  private final int level;
  private final Table[] tables;

  /** The one table of a run that has no more: a look-up then need not search. */
  private final @Nullable Table only;

  private SortedRun(int level, List<Table> tables) {
    this.level = level;
    this.tables = tables.toArray(new Table[0]);
    this.only = tables.size() == 1 ? tables.getFirst() : null;
  }

  /** The runs that tables of a level make up, which are given in the level's order. */
  public static List<SortedRun> of(int level, List<Table> tables) {
    if (level == 0) {
      return tables.stream().map(table -> new SortedRun(0, List.of(table))).toList();
    }
    return tables.isEmpty() ? List.of() : List.of(new SortedRun(level, tables));
  }

  /** The level that the tables are in. */
  public int level() {
    return level;
  }

  /** The number of tables. */
  public int size() {
    return tables.length;
  }

  /** The table at an index. */
  public Table table(int index) {
    return tables[index];
  }

  /** The tables as a list. */
  public List<Table> tables() {
    return List.of(tables);
  }

  /**
   * The index of the first table whose greatest key is at or above the key; {@link #size} if none.
   */
  public int find(long prefix, byte[] key) {
    int low = 0;
    int high = tables.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tables[middle].compareLargest(prefix, key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The one table that has the key in its range; null if none has. */
  public @Nullable Table tableFor(long prefix, byte[] key) {
    if (only != null) {
      return only.covers(prefix, key) ? only : null;
    }
    int index = find(prefix, key);
    return index < tables.length && tables[index].compareSmallest(prefix, key) <= 0
        ? tables[index]
        : null;
  }

  /**
   * Whether one of the tables is over keys from one on up to another, or all if that is null, and
   * may have what a scan of them asks for.
   */
  boolean reaches(
      long fromPrefix, byte[] from, long toPrefix, byte @Nullable [] to, PrefixProbe probe) {
    for (int i = find(fromPrefix, from); i < tables.length; i++) {
      if (to != null && tables[i].compareSmallest(toPrefix, to) >= 0) {
        return false;
      }
      if (probe.mayBeIn(tables[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * A new cursor over live entries, not positioned yet.
   *
   * @param fillCache whether blocks it reads are kept in the cache
   */
  public EntryCursor cursor(boolean fillCache) {
    return only != null ? only.reader().cursor(fillCache) : new LevelCursor(this, fillCache);
  }
}
