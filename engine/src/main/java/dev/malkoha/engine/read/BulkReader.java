package dev.malkoha.engine.read;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.Lookups;
import dev.malkoha.sstable.value.ValuePointer;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The point reads of many keys at one moment. It goes from source to source, newest first, with all
 * keys that have no answer yet, and through the tables of a run in key order, some keys at a time:
 * first all their filters, then all their blocks. What a {@link PointReader} finds it finds, too.
 */
public final class BulkReader {

  private final ReadView view;
  private final SoughtKeys keys;
  private final long sequence;
  private final long maxTag;
  private final Counts counts;
  private final byte[] @Nullable [] values;
  private final Lookup found = new Lookup();
  private final Lookups lookups;

  /** Where the values lie that are not with their keys. */
  private final ValuePointer pointer = new ValuePointer();

  /** The indexes of the keys that are being looked up. */
  private final int[] indexes;

  private int probes;
  private int negatives;
  private int falsePositives;

  /**
   * Prepares a read as of a sequence number.
   *
   * @param view held by the caller
   * @param keys for this read alone
   */
  public BulkReader(ReadView view, SoughtKeys keys, long sequence, Counts counts) {
    this.view = view;
    this.keys = keys;
    this.sequence = sequence;
    this.maxTag = EntryKind.readTag(sequence);
    this.counts = counts;
    this.values = new byte[keys.count()][];
    int together = Math.min(keys.count(), Lookups.MOST);
    this.lookups = new Lookups(together);
    this.indexes = new int[together];
  }

  /** The values by the places of the keys; null for those that have none. Once. */
  public byte[] @Nullable [] read() throws IOException {
    for (MemTable table : view.memTables()) {
      findIn(table);
    }
    for (int i = 0; i < view.version().runCount() && keys.count() > 0; i++) {
      findIn(view.version().run(i));
    }
    counts.addFilters(probes, negatives, falsePositives);
    return values;
  }

  private void findIn(MemTable table) throws IOException {
    int left = 0;
    for (int i = 0; i < keys.count(); i++) {
      byte[] key = keys.key(i);
      if (table.get(key, 0, key.length, keys.hash(i), maxTag, found)) {
        int value = found.valueOffset;
        answer(i, found.tag, found.buffer, value, value + found.valueLength);
      } else {
        keys.keep(i, left++);
      }
    }
    keys.keepFirst(left);
  }

  private void findIn(SortedRun run) throws IOException {
    int left = 0;
    int begin = 0;
    Table table = null;
    for (int i = 0; i < keys.count(); i++) {
      if (table == null || table.compareLargest(keys.prefix(i), keys.key(i)) < 0) {
        table = run.tableFor(keys.prefix(i), keys.key(i));
      }
      if (table != null) {
        indexes[lookups.count()] = i;
        lookups.add(table.reader(), keys.key(i), keys.hash(i));
        if (lookups.isFull()) {
          left = lookUp(begin, i + 1, left);
          begin = i + 1;
        }
      }
    }
    keys.keepFirst(lookUp(begin, keys.count(), left));
  }

  /**
   * Looks up the keys that were gathered from some of all keys.
   *
   * @param kept how many keys before these have no answer
   * @return how many there are with those of these
   */
  private int lookUp(int begin, int end, int kept) throws IOException {
    long maybe = lookups.askFilters();
    long present = lookups.find(maybe, maxTag);
    int asked = lookups.count();
    int left = kept;
    int next = 0;
    for (int i = begin; i < end; i++) {
      boolean wasAsked = next < asked && indexes[next] == i;
      if (wasAsked && (present >>> next & 1) != 0) {
        int value = lookups.valueOffset(next);
        answer(i, lookups.tag(next), lookups.buffer(next), value, lookups.valueEnd(next));
      } else {
        keys.keep(i, left++);
      }
      next += wasAsked ? 1 : 0;
    }
    lookups.clear();
    probes += asked;
    negatives += asked - Long.bitCount(maybe);
    falsePositives += Long.bitCount(maybe & ~present);
    return left;
  }

  /** The newest visible entry of a key was found, and decides. */
  private void answer(int index, long tag, byte[] buffer, int value, int valueEnd)
      throws IOException {
    byte[] key = keys.key(index);
    values[keys.place(index)] =
        switch (Versions.seen(tag, sequence, view, keys.prefix(index), key, 0, key.length)) {
          case NOTHING -> null;
          case VALUE -> Arrays.copyOfRange(buffer, value, valueEnd);
          case POINTER -> {
            ValueFiles.point(pointer, buffer, value, valueEnd - value);
            yield view.version().valueFiles().read(pointer);
          }
        };
  }
}
