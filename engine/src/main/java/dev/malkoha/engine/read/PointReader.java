package dev.malkoha.engine.read;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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
  private final Lookup found = new Lookup();
  private int probes;
  private int negatives;
  private int falsePositives;

  private PointReader(ReadView view, byte[] key, long hash, long sequence) {
    this.view = view;
    this.key = key;
    this.hash = hash;
    this.sequence = sequence;
    this.maxTag = EntryKind.readTag(sequence);
    this.prefix = EntryOrder.prefix(key, 0, key.length);
  }

  /** The value of a key as of a sequence number; null if there is none. */
  public static byte @Nullable [] get(
      ReadView view, byte[] key, long hash, long sequence, ReadCounters counters)
      throws IOException {
    PointReader reader = new PointReader(view, key, hash, sequence);
    boolean present = reader.find();
    counters.add(reader.probes, reader.negatives, reader.falsePositives);
    return present ? reader.value() : null;
  }

  private byte @Nullable [] value() {
    return EntryKind.kind(found.tag) == EntryKind.PUT && !isRangeDeleted()
        ? Arrays.copyOfRange(found.buffer, found.valueOffset, found.valueOffset + found.valueLength)
        : null;
  }

  private boolean isRangeDeleted() {
    return view.hasRanges()
        && view.rangeCovering(prefix, key, sequence) > EntryKind.sequence(found.tag);
  }

  private boolean find() throws IOException {
    if (view.active().get(key, 0, key.length, hash, maxTag, found)) {
      return true;
    }
    var frozen = view.frozen();
    for (int i = 0; i < frozen.size(); i++) {
      if (frozen.get(i).table().get(key, 0, key.length, hash, maxTag, found)) {
        return true;
      }
    }
    return findInTables(view.version());
  }

  private boolean findInTables(Version version) throws IOException {
    List<SortedRun> runs = version.runs();
    for (int i = 0; i < runs.size(); i++) {
      Table table = runs.get(i).tableFor(prefix, key);
      if (table != null && findIn(table)) {
        return true;
      }
    }
    return false;
  }

  private boolean findIn(Table table) throws IOException {
    probes++;
    if (!table.reader().mayContain(hash)) {
      negatives++;
      return false;
    }
    if (table.reader().get(key, 0, key.length, maxTag, found)) {
      return true;
    }
    falsePositives++;
    return false;
  }
}
