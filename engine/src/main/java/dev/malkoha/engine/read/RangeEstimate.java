package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.ValueUse;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * About how many keys a range holds, told from what is in memory: the order of memtables, the
 * indexes of tables, and how many of their entries are dead.
 *
 * <p>An entry counts as a key. A delete counts as one less: it is no key itself, and is taken to
 * hide one.
 */
public final class RangeEstimate {

  private final byte[] from;
  private final byte @Nullable [] to;

  private RangeEstimate(KeyRange range) {
    this.from = range.from();
    this.to = range.to();
  }

  /** The keys of a range in a view that the caller holds: 0 or more. */
  public static long of(ReadView view, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    RangeEstimate estimate = new RangeEstimate(range);
    double keys = 0;
    for (MemTable table : view.memTables()) {
      keys += estimate.in(table);
    }
    return Math.max(0, Math.round(keys + estimate.sum(view.version(), estimate::in)));
  }

  /** About how many bytes the tables and value files of a range take. */
  public static long bytesOf(Version version, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    RangeEstimate estimate = new RangeEstimate(range);
    return Math.round(estimate.sum(version, estimate::bytes));
  }

  private double bytes(Table table) {
    long values = table.meta().values().stream().mapToLong(ValueUse::bytes).sum();
    return table.reader().estimateShare(from, to) * (table.meta().fileBytes() + values);
  }

  private double in(MemTable table) {
    return table.keysBetween(from, to) * (1 - 2 * table.deleteShare());
  }

  /** The sum over the tables that have keys of the range. */
  private double sum(Version version, ToDoubleFunction<Table> figure) {
    double sum = 0;
    for (SortedRun run : version.runs()) {
      int first = run.find(EntryOrder.prefix(from, 0, from.length), from);
      for (int i = first; i < run.size() && beginsBelowEnd(run.table(i)); i++) {
        sum += figure.applyAsDouble(run.table(i));
      }
    }
    return sum;
  }

  private boolean beginsBelowEnd(Table table) {
    return to == null || table.compareSmallest(EntryOrder.prefix(to, 0, to.length), to) < 0;
  }

  private double in(Table table) {
    long live = table.meta().entries() - table.deadEntries();
    if (live == 0) {
      return 0;
    }
    long within = table.reader().estimateLive(from, to);
    return within * (1 - 2.0 * table.liveTombstones() / live);
  }
}
