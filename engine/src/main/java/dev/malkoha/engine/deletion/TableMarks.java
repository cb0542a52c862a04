package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import java.util.Arrays;

/** The entries of one table that are to be marked dead, and the keys that have none left then. */
public final class TableMarks {

  private final Table table;
  private long[] ordinals = new long[16];
  private int count;
  private long[] traces = new long[16];
  private int traceCount;
  private long deadKeys;
  private long tombstones;

  TableMarks(Table table) {
    this.table = table;
  }

  void add(long ordinal, boolean isTombstone) {
    if (count == ordinals.length) {
      ordinals = Arrays.copyOf(ordinals, 2 * count);
    }
    ordinals[count++] = ordinal;
    tombstones += isTombstone ? 1 : 0;
  }

  /** Notes a dead key by what the filter keeps of it; 0 if the filter cannot let go of keys. */
  void addDeadKey(long trace) {
    deadKeys++;
    if (trace != 0) {
      if (traceCount == traces.length) {
        traces = Arrays.copyOf(traces, 2 * traceCount);
      }
      traces[traceCount++] = trace;
    }
  }

  public Table table() {
    return table;
  }

  /** Whether every entry of the table is dead with these. */
  public boolean leavesNothing() {
    return table.deadEntries() + count == table.meta().entries();
  }

  boolean isEmpty() {
    return count == 0;
  }

  long[] ordinals() {
    return Arrays.copyOf(ordinals, count);
  }

  public int count() {
    return count;
  }

  /** What the filter is to let go of, ascending. */
  long[] traces() {
    long[] sorted = Arrays.copyOf(traces, traceCount);
    Arrays.sort(sorted);
    return sorted;
  }

  long deadKeys() {
    return deadKeys;
  }

  public long tombstones() {
    return tombstones;
  }
}
