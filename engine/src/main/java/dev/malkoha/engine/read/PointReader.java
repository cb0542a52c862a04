package dev.malkoha.engine.read;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One point read: newest source first, and the first visible entry decides.
 *
 * <p>Memtables answer by their hash index, tables by key range, filter, and only then a block. One
 * hash serves all. Where range deletes exist, a value found is given only if none that is visible
 * and newer covers its key; what lies deeper is older still, so the search ends all the same. Made
 * for each read; the compiler keeps it off the heap.
 */
public final class PointReader {

  private final ReadView view;
  private final byte[] key;
  private final long hash;
  private final long sequence;
  private final long maxTag;
  private final long prefix;

  /** Where each step is noted; null, so that nothing is, but for an explanation. */
  private final @Nullable GetTrace trace;

  private final Lookup found = new Lookup();
  private int probes;
  private int negatives;
  private int falsePositives;

  private PointReader(
      ReadView view, byte[] key, long hash, long sequence, @Nullable GetTrace trace) {
    this.view = view;
    this.key = key;
    this.hash = hash;
    this.sequence = sequence;
    this.maxTag = EntryKind.readTag(sequence);
    this.prefix = EntryOrder.prefix(key, 0, key.length);
    this.trace = trace;
  }

  /** The value of a key as of a sequence number; null if there is none. */
  public static byte @Nullable [] get(
      ReadView view, byte[] key, long hash, long sequence, ReadCounters counters)
      throws IOException {
    PointReader reader = new PointReader(view, key, hash, sequence, null);
    return reader.find(counters) ? reader.value() : null;
  }

  /** How a read of a key as of a sequence number finds its answer; counted like that read. */
  public static GetExplanation explain(
      ReadView view, byte[] key, long hash, long sequence, ReadCounters counters)
      throws IOException {
    GetTrace trace = new GetTrace();
    PointReader reader = new PointReader(view, key, hash, sequence, trace);
    return trace.explanation(reader.find(counters) ? reader.rangeDelete() : 0);
  }

  private byte @Nullable [] value() {
    return EntryKind.kind(found.tag) == EntryKind.PUT && rangeDelete() == 0
        ? Arrays.copyOfRange(found.buffer, found.valueOffset, found.valueOffset + found.valueLength)
        : null;
  }

  /** The newest visible range delete that covers what was found, if that is a put; else 0. */
  private long rangeDelete() {
    if (!view.hasRanges() || EntryKind.kind(found.tag) != EntryKind.PUT) {
      return 0;
    }
    long covering = view.rangeCovering(prefix, key, sequence);
    return covering > EntryKind.sequence(found.tag) ? covering : 0;
  }

  private boolean find(ReadCounters counters) throws IOException {
    boolean present = findInMemTables() || findInTables();
    counters.add(probes, negatives, falsePositives);
    return present;
  }

  private boolean findInMemTables() {
    if (findIn(view.active(), 0)) {
      return true;
    }
    var frozen = view.frozen();
    for (int i = 0; i < frozen.size(); i++) {
      if (findIn(frozen.get(i).table(), i + 1)) {
        return true;
      }
    }
    return false;
  }

  private boolean findIn(MemTable table, int number) {
    boolean present = table.get(key, 0, key.length, hash, maxTag, found);
    if (trace != null) {
      trace.memTable(number, view.frozen().size(), present, found);
    }
    return present;
  }

  private boolean findInTables() throws IOException {
    Version version = view.version();
    for (int i = 0; i < version.runCount(); i++) {
      if (findIn(version.run(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean findIn(SortedRun run) throws IOException {
    Table table = run.tableFor(prefix, key);
    if (table == null) {
      if (trace != null) {
        trace.outOfRange(run, prefix, key);
      }
      return false;
    }
    probes++;
    if (!table.reader().mayContain(hash)) {
      negatives++;
      if (trace != null) {
        trace.filtered(run, table);
      }
      return false;
    }
    if (get(run, table)) {
      return true;
    }
    falsePositives++;
    return false;
  }

  private boolean get(SortedRun run, Table table) throws IOException {
    return trace == null
        ? table.reader().get(key, 0, key.length, maxTag, found)
        : trace.lookInto(run, table, key, maxTag, found);
  }
}
