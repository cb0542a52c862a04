package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.Expiries;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;

/**
 * All that is decided from: what a version knows of the tables of each level, the range deletes
 * over them, which tables running work has, and how large each level may grow. Nothing in it
 * changes.
 *
 * <p>Level 0 is measured in tables, since every read asks each of them; deeper levels in bytes,
 * each ten times the one above.
 *
 * @param tableBytes the size at which compactions cut their outputs
 * @param levels the tables of each level, in the order of {@link Version}
 * @param ranges the range deletes in force
 * @param busy the numbers of tables that nothing else may take
 * @param ageing what has expired of them
 */
public record Shape(
    long tableBytes,
    List<List<TableMeta>> levels,
    RangeTombstones ranges,
    Set<Long> busy,
    Ageing ageing) {

  /**
   * What is known of when entries expire.
   *
   * @param tables those that have such entries, by their numbers
   * @param readers by which times entries are read: what has expired by then nobody needs
   * @param patienceMillis how long what has expired may wait, for more of its table to follow
   */
  public record Ageing(Map<Long, Expiries> tables, SnapshotStripes readers, long patienceMillis) {

    /** Nothing expires. */
    public static final Ageing NONE = new Ageing(Map.of(), new SnapshotStripes(new long[0]), 0);

    /** What is known of a version's tables. */
    public static Ageing of(Version version, SnapshotStripes readers, long patienceMillis) {
      Map<Long, Expiries> tables = new HashMap<>();
      for (Table table : version.tables()) {
        if (table.expiries().count() > 0) {
          tables.put(table.number(), table.expiries());
        }
      }
      return new Ageing(tables, readers, patienceMillis);
    }

    private Expiries of(TableMeta table) {
      return tables.getOrDefault(table.number(), Expiries.NONE);
    }

    /** The time of the oldest reader of anything in a table. */
    private long now(TableMeta table) {
      return readers.time(readers.of(table.smallestSequence()));
    }

    /** Whether anything in a table has expired. */
    boolean hasExpired(TableMeta table) {
      return of(table).expired(now(table)) > 0;
    }

    /** Whether all in a table but deletes has expired. */
    boolean isExpiredWhole(TableMeta table) {
      Expiries all = of(table);
      return all.count() > 0
          && all.greatest() <= now(table)
          && all.count() + table.tombstones() == table.entries();
    }

    /** The share of a table's entries that have waited as long as they may. */
    double overdueShare(TableMeta table) {
      return (double) of(table).expired(now(table) - patienceMillis) / Math.max(1, table.entries());
    }

    /** Whether nothing in a table has expired of late, and nothing is about to. */
    boolean isQuiet(TableMeta table) {
      Expiries all = of(table);
      long now = now(table);
      return all.expired(now - patienceMillis) == all.expired(now + patienceMillis);
    }
  }

  /** Tables in level 0 that call for a compaction where level 1 is small beside them. */
  public static final int LEVEL0_TABLES = 4;

  /** Tables that level 0 holds at most before it calls for one. */
  public static final int LEVEL0_TABLES_MAX = 12;

  /**
   * A merge of level 0 into level 1 rewrites about this many bytes of level 1 for one of its own.
   */
  private static final int LEVEL1_REWRITE = 4;

  /** Tables of the target size that level 1 holds. */
  private static final int LEVEL1_TABLES = 8;

  /**
   * Tables of the target size that one merge takes at most, where it can do with less: what it has
   * claimed gets no marks meanwhile.
   */
  private static final int MERGED_TABLES_MAX = 3 * LEVEL1_TABLES;

  /** The size of a level in sizes of the one above. */
  private static final int RATIO = 10;

  /** Creates a shape. */
  public Shape {
    levels = levels.stream().map(List::copyOf).toList();
    busy = Set.copyOf(busy);
  }

  /** The same with what has expired. */
  public Shape with(Ageing known) {
    return new Shape(tableBytes, levels, ranges, busy, known);
  }

  /** The shape of all tables of a version; no key is copied. */
  public static Shape of(long tableBytes, Version version, Predicate<Table> isBusy) {
    return of(tableBytes, version, Long.MAX_VALUE, isBusy);
  }

  /**
   * The shape of a version's tables without those that an opening may take back, in part or as a
   * whole. They are the newest of level 0, and nothing is to be mixed with them.
   *
   * @param settled the greatest sequence number that is not taken back
   * @param isBusy under the lock that guards it
   */
  public static Shape of(long tableBytes, Version version, long settled, Predicate<Table> isBusy) {
    List<List<TableMeta>> levels =
        IntStream.range(0, Version.LEVELS)
            .mapToObj(
                level ->
                    version.level(level).stream()
                        .map(Table::meta)
                        .filter(table -> table.largestSequence() <= settled)
                        .toList())
            .toList();
    Set<Long> busy =
        version.tables().stream()
            .filter(isBusy)
            .map(table -> table.meta().number())
            .collect(Collectors.toSet());
    return new Shape(tableBytes, levels, version.ranges(), busy, Ageing.NONE);
  }

  /** The tables of a level. */
  public List<TableMeta> level(int level) {
    return levels.get(level);
  }

  /** Bytes of a level's files. */
  public long bytes(int level) {
    return bytes(level(level));
  }

  /** Bytes of tables' files. */
  static long bytes(List<TableMeta> tables) {
    long bytes = 0;
    for (TableMeta table : tables) {
      bytes += table.fileBytes();
    }
    return bytes;
  }

  /** The tables of a level that have keys in the span of some, in the level's order. */
  public List<TableMeta> overlapping(int level, List<TableMeta> tables) {
    byte[] smallest =
        tables.stream().map(TableMeta::smallestKey).min(Arrays::compareUnsigned).orElseThrow();
    byte[] largest =
        tables.stream().map(TableMeta::largestKey).max(Arrays::compareUnsigned).orElseThrow();
    return level(level).stream().filter(table -> table.overlaps(smallest, largest)).toList();
  }

  /** The deepest level that has tables; 0 if there is none. */
  public int deepestLevel() {
    int deepest = levels.size() - 1;
    while (deepest > 0 && level(deepest).isEmpty()) {
      deepest--;
    }
    return deepest;
  }

  /** All tables, shallow levels first. */
  public List<TableMeta> tables() {
    return levels.stream().flatMap(List::stream).toList();
  }

  /**
   * Whether a table of a level may go as it is: all in it has expired, and nothing older lies where
   * its keys are, which would come back.
   */
  boolean isSpent(int level, TableMeta table) {
    return ageing.isExpiredWhole(table)
        && IntStream.range(level, levels.size())
            .mapToObj(this::level)
            .flatMap(List::stream)
            .dropWhile(other -> !other.equals(table))
            .skip(1)
            .noneMatch(other -> other.overlaps(table.smallestKey(), table.largestKey()));
  }

  /** Whether running work has a table. */
  public boolean isBusy(TableMeta table) {
    return busy.contains(table.number());
  }

  /** The bytes that one merge takes at most, where it can do with less. */
  long mergeBytes() {
    return MERGED_TABLES_MAX * tableBytes;
  }

  /** The bytes that a level below 0 may hold. */
  public long bytesMax(int level) {
    long bytes = LEVEL1_TABLES * tableBytes;
    for (int i = 1; i < level; i++) {
      bytes *= RATIO;
    }
    return bytes;
  }

  /**
   * Tables in level 0 that call for a compaction. Where tables are small beside level 1, as those
   * of small memtables are, level 0 gathers more of them: each merge rewrites all of level 1.
   */
  public int level0Tables() {
    long tables = bytes(1) * level(0).size() / (LEVEL1_REWRITE * Math.max(1, bytes(0)));
    return Math.clamp(tables, LEVEL0_TABLES, LEVEL0_TABLES_MAX);
  }

  /** The fill of a level: from 1 on it calls for a compaction. The deepest level never does. */
  double score(int level) {
    if (level == 0) {
      return (double) level(0).size() / level0Tables();
    }
    return level == Version.LEVELS - 1 ? 0 : (double) bytes(level) / bytesMax(level);
  }

  /** Bytes that compactions have yet to move for every level to be within its target. */
  public long debtBytes() {
    long debt = score(0) >= 1 ? bytes(0) : 0;
    for (int level = 1; level < Version.LEVELS - 1; level++) {
      debt += Math.max(0, bytes(level) - bytesMax(level));
    }
    return debt;
  }
}
