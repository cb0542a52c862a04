package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.ValueUse;
import dev.malkoha.engine.version.Version;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * About how many keys a range holds, told from what is in memory: the order of memtables, the
 * indexes of tables, and how many of their entries are dead.
 *
 * <p>An entry counts as a key. A delete counts as one less: it is no key itself, and is taken to
 * hide one. Of what has expired in tables their share is left out.
 */
public final class RangeEstimate {

  private RangeEstimate() {}

  /**
   * The keys of a range in a view that the caller holds: 0 or more.
   *
   * @param time asked where tables hold what expires
   */
  public static long of(ReadView view, KeyRange range, LongSupplier time) {
    double keys = sum(view.version(), range, table -> keys(table, range, time));
    for (MemTable table : view.memTables()) {
      keys += table.keysBetween(range.from(), range.to()) * (1 - 2 * table.deleteShare());
    }
    return range.isEmpty() ? 0 : Math.max(0, Math.round(keys));
  }

  /** About how many bytes the tables and value files of a range take. */
  public static long bytesOf(Version version, KeyRange range) {
    return Math.round(sum(version, range, table -> bytes(table, range)));
  }

  /** The sum over the tables that have keys of the range. */
  private static double sum(Version version, KeyRange range, ToDoubleFunction<Table> figure) {
    return version.runs().stream().flatMap(run -> run.over(range)).mapToDouble(figure).sum();
  }

  private static double bytes(Table table, KeyRange range) {
    long values = table.meta().values().stream().mapToLong(ValueUse::bytes).sum();
    double share = table.reader().estimateShare(range.from(), range.to());
    return share * (table.meta().fileBytes() + values);
  }

  private static double keys(Table table, KeyRange range, LongSupplier time) {
    long live = table.meta().entries() - table.meta().deadEntries();
    double deletes = (double) table.meta().liveTombstones() / Math.max(1, live);
    return table.reader().estimateLive(range.from(), range.to())
        * (1 - 2 * deletes)
        * (1 - (double) table.expired(time) / Math.max(1, table.meta().entries()));
  }
}
