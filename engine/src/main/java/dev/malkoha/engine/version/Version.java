package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;

/**
 * An immutable set of tables, arranged in levels, and the range deletes that are in force over all
 * of them: what the store holds on disk at one moment.
 *
 * <p>Counted: its publisher holds it once, every cursor once more. While it is held its tables stay
 * open and their files stay. Point reads do not count; they run in a read section, and the
 * publisher lets go only when all sections that may have seen the version have ended.
 */
public final class Version {

  /** The number of levels; at ratio 10 the deepest holds far more than a disk does. */
  public static final int LEVELS = 7;

  private static final List<List<Table>> NO_TABLES = Collections.nCopies(LEVELS, List.of());

  private final List<List<Table>> levels;
  private final List<Table> tables;
  private final SortedRun[] runs;
  private final RangeTombstones ranges;
  private final long newestDelete;
  private final boolean ages;
  private final ValueFiles valueFiles;
  private final AtomicInteger holders = new AtomicInteger(1);

  /** Creates a version, held once, that holds all its tables. */
  Version(List<List<Table>> tablesByLevel, RangeTombstones ranges) {
    this.ranges = ranges;
    levels =
        NO_TABLES.equals(tablesByLevel)
            ? NO_TABLES
            : tablesByLevel.stream().map(List::copyOf).toList();
    tables = levels.stream().flatMap(List::stream).toList();
    List<SortedRun> newestFirst = new ArrayList<>();
    for (int level = 0; level < LEVELS; level++) {
      newestFirst.addAll(SortedRun.of(level, levels.get(level)));
    }
    runs = newestFirst.toArray(new SortedRun[0]);
    tables.forEach(Table::retain);
    valueFiles = ValueFiles.of(tables);
    newestDelete = Math.max(newestRange(ranges), newestTombstone(tables));
    ages = newestDelete > 0 || tables.stream().anyMatch(table -> table.meta().deadEntries() > 0);
  }

  /** A version without tables, held once. */
  public static Version empty() {
    return new Version(NO_TABLES, RangeTombstones.NONE);
  }

  /** Opens all tables of a keyspace, as a version that the caller then holds. Changes nothing. */
  public static Version open(IoFunction<TableMeta, Table> opener, KeyspaceState state)
      throws IOException {
    List<List<Table>> levels = new ArrayList<>();
    try {
      for (List<TableMeta> level : state.levels()) {
        List<Table> tables = new ArrayList<>();
        levels.add(tables);
        for (TableMeta meta : level) {
          tables.add(opener.apply(meta));
        }
      }
      return new Version(levels, RangeTombstones.of(state.ranges()));
    } finally {
      levels.forEach(level -> level.forEach(Table::release)); // the version holds them by itself
    }
  }

  /**
   * The version that follows from an edit, held once.
   *
   * @param now what the manifest says of the keyspace by now
   * @param added the open tables that the edit adds, or whose vectors it changes; the version holds
   *     them in addition
   */
  public Version after(KeyspaceState now, List<Table> added) {
    Map<Long, Table> open = new HashMap<>();
    tables.forEach(table -> open.put(table.meta().number(), table));
    added.forEach(table -> open.put(table.meta().number(), table));
    List<List<Table>> next = new ArrayList<>();
    for (List<TableMeta> level : now.levels()) {
      next.add(level.stream().map(meta -> open.get(meta.number())).toList());
    }
    return new Version(next, ranges.changedTo(now.ranges()));
  }

  private static long newestRange(RangeTombstones ranges) {
    return ranges.isEmpty() ? 0 : ranges.all().get(ranges.count() - 1).sequence();
  }

  private static long newestTombstone(List<Table> tables) {
    return tables.stream()
        .filter(table -> table.meta().liveTombstones() > 0)
        .mapToLong(table -> table.meta().largestSequence())
        .max()
        .orElse(0);
  }

  /**
   * A sequence number that no delete, of a key or of a range, exceeds that is not over; 0 if there
   * is none. So a snapshot there or later holds nothing back.
   */
  public long newestDelete() {
    return newestDelete;
  }

  /** Whether time alone may make work due on these tables: there are deletes, or entries dead. */
  public boolean ages() {
    return ages;
  }

  /** Whether there are tables or range deletes: without any there is nothing to do. */
  public boolean hasAny() {
    return runs.length > 0 || !ranges.isEmpty();
  }

  /**
   * The tables of one level: of level 0 newest first and possibly overlapping, of deeper levels by
   * key and disjoint.
   */
  public List<Table> level(int level) {
    return levels.get(level);
  }

  /** Bytes of all files of a level. */
  public long bytes(int level) {
    return level(level).stream().mapToLong(table -> table.meta().fileBytes()).sum();
  }

  /**
   * All tables in sorted runs, newer ones first: of each key, a run's entries are older than those
   * before.
   */
  public List<SortedRun> runs() {
    return List.of(runs);
  }

  /** The number of runs. */
  public int runCount() {
    return runs.length;
  }

  /** The run at an index of {@link #runs}. */
  public SortedRun run(int index) {
    return runs[index];
  }

  /** The runs whose entries are older, key by key, than those of a table of this version. */
  public List<SortedRun> runsBelow(Table table) {
    return runs().subList(indexOfRun(table) + 1, runs.length);
  }

  /** The level that holds a table. */
  public int levelOf(Table table) {
    return runs[indexOfRun(table)].level();
  }

  private int indexOfRun(Table table) {
    int index = 0;
    while (!runs[index].tables().contains(table)) {
      index++;
    }
    return index;
  }

  /**
   * Whether no table holds a live entry of a key, proved without reading a block: by key ranges and
   * by filters, whose "absent" is proof.
   */
  public boolean provesAbsent(byte[] key, long hash) {
    long prefix = EntryOrder.prefix(key, 0, key.length);
    for (SortedRun run : runs) {
      Table table = run.tableFor(prefix, key);
      if (table != null && table.reader().mayContain(hash)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds new cursors over the live entries of a range, and some of others: one for each run that
   * has a table there that may have what the scan asks for.
   *
   * @param fillCache whether the blocks that they read are kept in the cache
   */
  public void addCursors(
      KeyRange range, SortedRun.PrefixProbe probe, boolean fillCache, List<EntryCursor> cursors) {
    byte[] from = range.from();
    long fromPrefix = EntryOrder.prefix(from, 0, from.length);
    byte[] to = range.to();
    long toPrefix = to == null ? 0 : EntryOrder.prefix(to, 0, to.length);
    for (SortedRun run : runs) {
      if (run.reaches(fromPrefix, from, toPrefix, to, probe)) {
        cursors.add(run.cursor(fillCache));
      }
    }
  }

  /** The files that values of its tables' entries lie in. */
  public ValueFiles valueFiles() {
    return valueFiles;
  }

  /** The range deletes in force, flushed ones alone. */
  public RangeTombstones ranges() {
    return ranges;
  }

  /** All tables, shallow levels first. */
  public List<Table> tables() {
    return tables;
  }

  /** Adds a holder. Only while there is another one. */
  public void retain() {
    holders.incrementAndGet();
  }

  /** Takes a holder away; the last one lets the tables go. */
  public void release() {
    if (holders.decrementAndGet() == 0) {
      tables.forEach(Table::release);
    }
  }
}
