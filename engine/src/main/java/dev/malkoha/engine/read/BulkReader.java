package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.Lookups;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/**
 * The point reads of many keys at one moment. It goes from source to source, newest first, with all
 * keys that have no answer yet, and through the tables of a run in key order, some keys at a time:
 * first all their filters, then all their blocks. What a {@link PointReader} finds it finds, too.
 */
public final class BulkReader {

  /** A key with its place among those that were given. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its own method alone
  private record Sought(byte[] key, long prefix, long hash, int place) {

    static int compare(Sought a, Sought b) {
      return EntryOrder.compareKeys(
          a.prefix, a.key, 0, a.key.length, b.prefix, b.key, 0, b.key.length);
    }
  }

  private final ReadView view;
  private final long sequence;
  private final LongSupplier time;
  private final long maxTag;
  private final Counts counts;
  private final byte[] @Nullable [] values;
  private final Lookup found = new Lookup();
  private final Lookups lookups;

  /** The keys without an answer, ascending; those of {@link #answered} are about to leave. */
  private final List<Sought> keys;

  /** The places of the keys that have an answer. */
  private final BitSet answered = new BitSet();

  /** The keys that are being looked up. */
  private final Sought[] asked;

  /** Where the values lie that are not with their keys. */
  private final ValuePointer pointer = new ValuePointer();

  private int probes;
  private int negatives;
  private int falsePositives;

  /**
   * Prepares a read as of a sequence number.
   *
   * @param view held by the caller
   * @param given the keys in any order, the same one as often as it is there
   * @param time asked where an entry is met that expires; always tells the same
   */
  public BulkReader(
      ReadView view,
      byte[][] given,
      KeyHasher hasher,
      long sequence,
      LongSupplier time,
      Counts counts) {
    this.view = view;
    this.sequence = sequence;
    this.time = time;
    this.maxTag = EntryKind.readTag(sequence);
    this.counts = counts;
    this.values = new byte[given.length][];
    this.keys = new ArrayList<>(given.length);
    for (int place = 0; place < given.length; place++) {
      byte[] key = given[place];
      long prefix = EntryOrder.prefix(key, 0, key.length);
      keys.add(new Sought(key, prefix, hasher.hash(key, 0, key.length), place));
    }
    keys.sort(Sought::compare);
    int together = Math.min(given.length, Lookups.MOST);
    this.lookups = new Lookups(together);
    this.asked = new Sought[together];
  }

  /**
   * The values by the places of the keys; null for those that have none, {@link Operands#UNMERGED}
   * for those that have operands. Once.
   */
  public byte[] @Nullable [] read() throws IOException {
    for (MemTable table : view.memTables()) {
      findIn(table);
    }
    for (int i = 0; i < view.version().runCount() && !keys.isEmpty(); i++) {
      findIn(view.version().run(i));
    }
    counts.addFilters(probes, negatives, falsePositives);
    return values;
  }

  private void findIn(MemTable table) throws IOException {
    for (Sought key : keys) {
      if (table.get(key.key, 0, key.key.length, key.hash, maxTag, found)) {
        int value = found.valueOffset;
        answer(key, found.tag, found.buffer, value, value + found.valueLength);
      }
    }
    dropAnswered();
  }

  private void findIn(SortedRun run) throws IOException {
    Table table = null;
    for (Sought key : keys) {
      if (table == null || table.compareLargest(key.prefix, key.key) < 0) {
        table = run.tableFor(key.prefix, key.key);
      }
      if (table != null) {
        asked[lookups.count()] = key;
        lookups.add(table.reader(), key.key, key.hash);
        if (lookups.isFull()) {
          lookUp();
        }
      }
    }
    lookUp();
    dropAnswered();
  }

  private void dropAnswered() {
    keys.removeIf(key -> answered.get(key.place));
  }

  /** Looks up the keys that were gathered. */
  private void lookUp() throws IOException {
    long maybe = lookups.askFilters();
    long present = lookups.find(maybe, maxTag);
    int count = lookups.count();
    for (int i = 0; i < count; i++) {
      if ((present >>> i & 1) != 0) {
        int value = lookups.valueOffset(i);
        answer(asked[i], lookups.tag(i), lookups.buffer(i), value, lookups.valueEnd(i));
      }
    }
    lookups.clear();
    probes += count;
    negatives += count - Long.bitCount(maybe);
    falsePositives += Long.bitCount(maybe & ~present);
  }

  /** The newest visible entry of a key was found, and decides. */
  private void answer(Sought sought, long tag, byte[] buffer, int entry, int valueEnd)
      throws IOException {
    byte[] key = sought.key;
    int value = entry + Versions.expiryBytes(tag);
    answered.set(sought.place);
    if (Versions.isExpired(tag, buffer, entry, time)) {
      return;
    }
    values[sought.place] =
        switch (Versions.seen(tag, sequence, view, sought.prefix, key, 0, key.length)) {
          case NOTHING -> null;
          case VALUE -> Arrays.copyOfRange(buffer, value, valueEnd);
          case POINTER -> {
            ValueFiles.point(pointer, buffer, value, valueEnd - value);
            yield view.version().valueFiles().read(pointer);
          }
          case OPERAND -> Operands.UNMERGED;
        };
  }
}
