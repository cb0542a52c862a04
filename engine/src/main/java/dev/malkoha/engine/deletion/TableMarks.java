package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import java.util.stream.LongStream;

/** The entries of one table that are to be marked dead, and the keys that have none left then. */
public final class TableMarks {

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

  /** What is dead with these. */
  DeletionVector vector() {
    return dead.build();
  }

  /**
   * What the table's filter is to let go of, ascending: dead keys, and prefixes under which nothing
   * is left; nothing if it cannot let go of any. To be asked once.
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
