package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.version.Version;

/**
 * Everything a reader needs, as one immutable value that is swapped whole: the memtable being
 * written, those waiting to be flushed (newest first), and the tables.
 *
 * <p>A reader takes the view <em>before</em> it reads the sequence number it reads at: the other
 * way round a compaction in between could have dropped what that number still needs. What it asks
 * of the range deletes it asks <em>after</em> that: those of the active memtable are still growing.
 *
 * @param active the memtable being written
 * @param frozen the memtables waiting to be flushed, newest first
 * @param version the tables
 * @param memTables all memtables, newest first
 */
public record ReadView(
    MemTable active, List<FrozenMemTable> frozen, Version version, List<MemTable> memTables)
    implements RangeTombstones.RangeCover {

  /**
   * A memtable that is written no more.
   *
   * @param table its entries
   * @param begin where its first record is in the log
   * @param end where the log ended when it was frozen
   */
  public record FrozenMemTable(MemTable table, MemTable.LogPlace begin, MemTable.LogPlace end) {}

  /** Creates a view. */
  public ReadView(MemTable active, List<FrozenMemTable> frozen, Version version) {
    this(
        active,
        List.copyOf(frozen),
        version,
        Stream.concat(Stream.of(active), frozen.stream().map(FrozenMemTable::table)).toList());
  }

  /** Holds memtables and tables. In a read section, or while somebody else holds them. */
  public void retain() {
    version.retain();
    memTables.forEach(MemTable::retain);
  }

  /** Lets go of memtables and tables. */
  public void release() {
    memTables.forEach(MemTable::release);
    version.release();
  }

  /** Whether there is any range delete. */
  private boolean hasRanges() {
    return !version.ranges().isEmpty()
        || memTables.stream().anyMatch(table -> !table.ranges().isEmpty());
  }

  @Override
  public long covering(long prefix, byte[] key, int offset, int length, long sequence) {
    long newest = 0;
    for (int i = 0; i < memTables.size(); i++) {
      MemTable table = memTables.get(i);
      newest = Math.max(newest, table.ranges().covering(prefix, key, offset, length, sequence));
    }
    return Math.max(newest, version.ranges().covering(prefix, key, offset, length, sequence));
  }

  /** How many range deletes are in force. */
  public long rangeDeletes() {
    return rangeSets().stream().mapToLong(RangeTombstones::count).sum();
  }

  /** A walker over all range deletes. */
  public RangeWalker rangeWalker() {
    return hasRanges() ? new RangeWalker(rangeSets()) : RangeWalker.none();
  }

  private List<RangeTombstones> rangeSets() {
    List<RangeTombstones> sets = new ArrayList<>();
    memTables.forEach(table -> sets.addAll(table.ranges().layers()));
    sets.add(version.ranges());
    return sets;
  }

  /** Whether memtables hold deletes, as far as a glance tells. */
  public boolean hasUnflushedDeletes() {
    return memTables.stream().anyMatch(MemTable::hasDeletes);
  }
}
