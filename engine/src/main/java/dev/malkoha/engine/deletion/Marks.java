package dev.malkoha.engine.deletion;

import module java.base;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.Table;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;

/**
 * Entries that a job has found to be dead, key by key: what it wants to mark, all of a key or none.
 *
 * <p>Kept as numbers, for a job may find a million. One thread.
 */
public final class Marks {

  /** Each mark has the ordinal in its low bits, then flags, then the table's index. */
  private static final int TABLE_SHIFT = 40;

  private static final long ORDINAL_MASK = (1L << 32) - 1;
  private static final long TOMBSTONE = 1L << 32;
  private static final long KEY_IS_DEAD = 1L << 33;

  /** The tables that have marks, numbered in their order. */
  private final Map<Table, Integer> indexes = new LinkedHashMap<>();

  /** The prefixes of keys that die, or may. */
  final PrefixSpans prefixes = new PrefixSpans();

  /** For each complete key its hash, which counts where it is dead, and its marks. */
  private final List<long[]> keys = new ArrayList<>();

  /** The same for the current key, with room for more. */
  private long[] current = new long[8];

  /** How many numbers there are in the current key's array. */
  private int end = 1;

  private int count;

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
    int before = end;
    for (; cursor.isKey(key); cursor.next()) {
      if (!table.isDead(cursor.ordinal())) {
        if (dies.test(cursor.tag())) {
          add(table, cursor.ordinal(), Versions.isTombstone(cursor.tag()));
        } else {
          lives = true;
        }
      }
    }
    if (end > before && !lives) {
      keyIsDead(hash);
    }
  }

  /** An entry of the current key is to die. */
  void add(Table table, long ordinal, boolean isTombstone) {
    if (end == current.length) {
      current = Arrays.copyOf(current, 2 * end);
    }
    long index = indexes.computeIfAbsent(table, added -> indexes.size());
    current[end++] = index << TABLE_SHIFT | (isTombstone ? TOMBSTONE : 0) | ordinal;
  }

  /** Notes that the entry added last was the key's last live one in its table. */
  void keyIsDead(long hash) {
    current[end - 1] |= KEY_IS_DEAD;
    current[0] = hash;
  }

  /** The current key is complete. */
  void endKey() {
    if (end > 1) {
      keys.add(Arrays.copyOf(current, end));
      count += end - 1;
      end = 1;
    }
  }

  /** The current key is not to be marked after all. */
  void dropKey() {
    end = 1;
  }

  /** How many entries of complete keys are to be marked. */
  public int count() {
    return count;
  }

  /** The tables in which entries are to be marked. */
  public Set<Table> tables() {
    List<Table> all = List.copyOf(indexes.keySet());
    return keys.stream()
        .flatMapToLong(key -> Arrays.stream(key, 1, key.length))
        .mapToObj(mark -> all.get(tableOf(mark)))
        .collect(Collectors.toSet());
  }

  /** The marks by table, without keys that have a mark in a table of which the test is false. */
  public List<TableMarks> byTable(Predicate<Table> isThere) {
    List<TableMarks> all =
        indexes.keySet().stream().map(table -> new TableMarks(table, prefixes)).toList();
    List<Boolean> there = indexes.keySet().stream().map(isThere::test).toList();
    for (long[] key : keys) {
      if (Arrays.stream(key, 1, key.length).allMatch(mark -> there.get(tableOf(mark)))) {
        for (int i = 1; i < key.length; i++) {
          all.get(tableOf(key[i])).add(key[i], key[0]);
        }
      }
    }
    return all.stream().filter(table -> table.count() > 0).toList();
  }

  private static int tableOf(long mark) {
    return (int) (mark >>> TABLE_SHIFT);
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

    /** Adds a mark of a key, and the key's hash if it makes the key dead here. */
    void add(long mark, long hash) {
      if (!dead.add(mark & ORDINAL_MASK)) {
        throw new IllegalStateException("an entry of " + table.meta() + " would die twice");
      }
      count++;
      tombstones += (mark & TOMBSTONE) != 0 ? 1 : 0;
      if ((mark & KEY_IS_DEAD) != 0) {
        deadKeys++;
        hashes.add(hash);
      }
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
