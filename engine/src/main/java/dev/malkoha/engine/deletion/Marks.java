package dev.malkoha.engine.deletion;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Entries that a job has found to be dead, key by key: what it wants to mark, all of a key or none.
 *
 * <p>Kept in two arrays, for a job may find a million. One thread.
 */
public final class Marks {

  /** Each mark has the ordinal in its low bits, then flags, then the table's index. */
  private static final int TABLE_SHIFT = 40;

  private static final long ORDINAL_MASK = (1L << 32) - 1;
  private static final long TOMBSTONE = 1L << 32;
  private static final long LAST_OF_KEY = 1L << 33;
  private static final long KEY_IS_DEAD = 1L << 34;

  /** The tables that have marks, numbered in their order. */
  private final Map<Table, Integer> indexes = new LinkedHashMap<>();

  private final PrefixSpans prefixes = new PrefixSpans();

  private long[] marks = new long[64];

  /** The key's hash, where a mark makes it dead in the table. */
  private long[] hashes = new long[64];

  private int count;
  private int keyStart;

  /**
   * Adds those entries of one table that are to die of the current key. If no other one lives, the
   * key is dead in the table.
   *
   * @param cursor over all entries, on the key's newest one; moves past the key
   * @param dies tells of an entry's tag whether it dies
   */
  void addKey(Table table, TableCursor cursor, byte[] key, long hash, LongPredicate dies)
      throws IOException {
    boolean lives = false;
    int before = count;
    for (; cursor.isKey(key); cursor.next()) {
      if (!table.isDead(cursor.ordinal())) {
        if (dies.test(cursor.tag())) {
          add(table, cursor.ordinal(), Versions.isTombstone(cursor.tag()));
        } else {
          lives = true;
        }
      }
    }
    if (count > before && !lives) {
      keyIsDead(hash);
    }
  }

  /** An entry of the current key is to die. */
  void add(Table table, long ordinal, boolean isTombstone) {
    if (count == marks.length) {
      marks = Arrays.copyOf(marks, 2 * count);
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    long index = indexes.computeIfAbsent(table, added -> indexes.size());
    marks[count++] = index << TABLE_SHIFT | (isTombstone ? TOMBSTONE : 0) | ordinal;
  }

  /** Notes that the entry added last was the key's last live one in its table. */
  void keyIsDead(long hash) {
    marks[count - 1] |= KEY_IS_DEAD;
    hashes[count - 1] = hash;
  }

  /**
   * Notes the prefix of a key that dies in a table, or may.
   *
   * @return whether the table's cursor among these was moved
   */
  boolean notePrefix(Table table, byte[] key, TableCursors cursors, KeyHasher hasher)
      throws IOException {
    return prefixes.note(table, key, cursors, hasher);
  }

  /** The current key is complete. */
  void endKey() {
    if (count > keyStart) {
      marks[count - 1] |= LAST_OF_KEY;
      keyStart = count;
    }
  }

  /** The current key is not to be marked after all. */
  void dropKey() {
    count = keyStart;
  }

  public int count() {
    return count;
  }

  /** The tables in which entries are to be marked. */
  public Set<Table> tables() {
    List<Table> all = List.copyOf(indexes.keySet());
    return IntStream.range(0, count)
        .mapToObj(mark -> all.get(tableOf(mark)))
        .collect(Collectors.toSet());
  }

  /** The marks by table, without keys that have a mark in a table of which the test is false. */
  public List<TableMarks> byTable(Predicate<Table> isThere) {
    List<TableMarks> all =
        indexes.keySet().stream().map(table -> new TableMarks(table, prefixes)).toList();
    List<Boolean> there = indexes.keySet().stream().map(isThere::test).toList();
    int start = 0;
    boolean allThere = true;
    for (int i = 0; i < count; i++) {
      allThere &= there.get(tableOf(i));
      if ((marks[i] & LAST_OF_KEY) != 0) {
        if (allThere) {
          addKey(start, i, all);
        }
        start = i + 1;
        allThere = true;
      }
    }
    return all.stream().filter(table -> table.count() > 0).toList();
  }

  private int tableOf(int mark) {
    return (int) (marks[mark] >>> TABLE_SHIFT);
  }

  private void addKey(int first, int last, List<TableMarks> all) {
    for (int i = first; i <= last; i++) {
      TableMarks table = all.get(tableOf(i));
      table.add(marks[i] & ORDINAL_MASK, (marks[i] & TOMBSTONE) != 0);
      if ((marks[i] & KEY_IS_DEAD) != 0) {
        table.addDeadKey(hashes[i]);
      }
    }
  }

  /** The entries of one table that are to be marked dead, and the keys that have none left then. */
  public static final class TableMarks {

    private final Table table;
    private final PrefixSpans prefixes;
    private final DeletionVector.Builder dead;
    private final LongStream.Builder hashes = LongStream.builder();
    private int count;
    private long deadKeys;
    private long tombstones;

    TableMarks(Table table, PrefixSpans prefixes) {
      this.table = table;
      this.prefixes = prefixes;
      this.dead = table.vectorOrNone().builder();
    }

    void add(long ordinal, boolean isTombstone) {
      if (!dead.add(ordinal)) {
        throw new IllegalStateException("an entry of " + table.meta() + " would die twice");
      }
      count++;
      tombstones += isTombstone ? 1 : 0;
    }

    /** Notes a dead key. */
    void addDeadKey(long hash) {
      deadKeys++;
      hashes.add(hash);
    }

    public Table table() {
      return table;
    }

    /** Whether every entry of the table is dead with these. */
    public boolean leavesNothing() {
      return dead.dead() == table.meta().entries();
    }

    /** How many entries are to be marked. */
    public int count() {
      return count;
    }

    /** The deletion vector with these marks. */
    DeletionVector vector() {
      return dead.build();
    }

    /**
     * The hashes that the table's filter loses, ascending: of dead keys, and of prefixes under
     * which nothing is left. Empty if the filter cannot remove any. To be asked once.
     */
    long[] removals() {
      if (!(table.reader().filter() instanceof RemovableFilter filter)) {
        return new long[0];
      }
      LongStream died = prefixes.died(table, table.vectorOrNone(), vector());
      return LongStream.concat(hashes.build(), died).map(filter::removal).sorted().toArray();
    }

    long deadKeys() {
      return deadKeys;
    }

    public long tombstones() {
      return tombstones;
    }
  }
}
