package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import org.jspecify.annotations.Nullable;

/**
 * Tables in key order, no key in the range of two of them: one table of level 0, or all of a deeper
 * level. So a look-up asks at most one table of each run. Immutable.
 */
public final class SortedRun {

  private final int level;
  private final Table[] tables;

  private SortedRun(int level, List<Table> tables) {
    this.level = level;
    this.tables = tables.toArray(new Table[0]);
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
    int index = find(prefix, key);
    return index < tables.length && tables[index].compareSmallest(prefix, key) <= 0
        ? tables[index]
        : null;
  }

  /** The tables that may have keys of a range, in order. */
  public Stream<Table> over(KeyRange range) {
    int first = find(EntryOrder.prefix(range.from(), 0, range.from().length), range.from());
    return Arrays.stream(tables, first, tables.length)
        .takeWhile(table -> table.meta().overlaps(range));
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
    return tables.length == 1
        ? tables[0].reader().cursor(fillCache)
        : new LevelCursor(this, fillCache);
  }

  /** A cursor over the tables of a run, end to end, with one of them open at a time. */
  private static final class LevelCursor extends EntryCursor {

    private final SortedRun run;
    private final boolean fillCache;
    private int index = -1;
    private @Nullable TableCursor cursor;

    /** Creates a cursor that is not valid until it is moved. */
    LevelCursor(SortedRun run, boolean fillCache) {
      this.run = run;
      this.fillCache = fillCache;
    }

    @Override
    public void seekToFirst() throws IOException {
      invalidate();
      enter(0, 1);
      standFrom(1);
    }

    @Override
    public void seekToLast() throws IOException {
      invalidate();
      enter(run.size() - 1, -1);
      standFrom(-1);
    }

    @Override
    public int touchPlace(byte[] key, int offset, int length, long tag) {
      invalidate();
      open(find(key, offset, length));
      return cursor == null ? 0 : cursor.touchPlace(key, offset, length, tag);
    }

    @Override
    public int touchEntries() {
      return cursor == null ? 0 : cursor.touchEntries();
    }

    @Override
    public void seek(byte[] key, int offset, int length, long tag) throws IOException {
      invalidate();
      if (open(find(key, offset, length))) {
        current().seek(key, offset, length, tag);
        standFrom(1);
      }
    }

    /**
     * Reads no block that is wholly at or above the key: a seek and a step back might, to no end.
     */
    @Override
    public void seekBefore(byte[] key, int offset, int length) throws IOException {
      invalidate();
      if (open(Math.min(find(key, offset, length), run.size() - 1))) {
        current().seekBefore(key, offset, length);
        standFrom(-1);
      }
    }

    @Override
    public void next() throws IOException {
      invalidate();
      current().next();
      standFrom(1);
    }

    /** All entries of a key are in one table. */
    @Override
    public void nextKey() throws IOException {
      invalidate();
      current().nextKey();
      standFrom(1);
    }

    @Override
    public void prev() throws IOException {
      invalidate();
      current().prev();
      standFrom(-1);
    }

    /** Stands where the open table's cursor does, or on the next entry that way: 1 or -1. */
    private void standFrom(int way) throws IOException {
      while (cursor != null && !cursor.valid()) {
        enter(index + way, way);
      }
      if (cursor != null) {
        standAs(cursor);
      }
    }

    /** Goes to the entry of the table at an index with which a walk that way begins. */
    private void enter(int table, int way) throws IOException {
      if (open(table)) {
        if (way > 0) {
          current().seekToFirst();
        } else {
          current().seekToLast();
        }
      }
    }

    /** Opens the table at an index; without one the cursor is no longer valid. */
    private boolean open(int wanted) {
      if (wanted < 0 || wanted >= run.size()) {
        close();
        return false;
      }
      if (wanted != index || cursor == null) {
        close();
        cursor = run.table(wanted).reader().cursor(fillCache);
        index = wanted;
      }
      return true;
    }

    private int find(byte[] key, int offset, int length) {
      byte[] sought = Arrays.copyOfRange(key, offset, offset + length);
      return run.find(EntryOrder.prefix(key, offset, length), sought);
    }

    private TableCursor current() {
      return Objects.requireNonNull(cursor, "not valid");
    }

    @Override
    public void close() {
      invalidate();
      if (cursor != null) {
        cursor.close();
        cursor = null;
      }
    }
  }

  /**
   * Asks tables, before a scan reads them, whether their filters hold the prefix that all keys of
   * its range share. Asks nothing if the keys have several prefixes, or none. One thread.
   */
  public static final class PrefixProbe {

    private static final PrefixProbe NOTHING = new PrefixProbe(KeyPrefix.none(), 0);

    private final KeyPrefix rule;
    private final long hash;
    private int negatives;

    private PrefixProbe(KeyPrefix rule, long hash) {
      this.rule = rule;
      this.hash = hash;
    }

    /** The question for a range, by the rule that newer tables are written by. */
    public static PrefixProbe of(KeyPrefix rule, KeyRange range, KeyHasher hasher) {
      if (rule.equals(KeyPrefix.none())) {
        return NOTHING;
      }
      byte[] from = range.from();
      int length = rule.lengthIn(from, 0, from.length);
      return length > 0 && isWithin(range, Arrays.copyOf(from, length))
          ? new PrefixProbe(rule, hasher.hashPrefix(from, 0, length))
          : NOTHING;
    }

    /** Whether a range ends with the keys of the prefix that it begins with, or before. */
    private static boolean isWithin(KeyRange range, byte[] prefix) {
      return range.intersect(KeyRange.prefix(prefix)).equals(range);
    }

    /**
     * Whether something alive in a table may have the prefix; true of a table that cannot tell. If
     * not, this is counted.
     */
    boolean mayBeIn(Table table) {
      if (isNothing()) {
        return true;
      }
      TableReader reader = table.reader();
      boolean may = !reader.properties().prefix().equals(rule) || reader.mayContain(hash);
      negatives += may ? 0 : 1;
      return may;
    }

    @SuppressWarnings("ReferenceEquality") // there is but one
    private boolean isNothing() {
      return this == NOTHING;
    }

    /** How many tables have said that nothing has the prefix. */
    public int negatives() {
      return negatives;
    }
  }
}
