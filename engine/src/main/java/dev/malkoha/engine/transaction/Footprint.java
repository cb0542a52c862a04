package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTable.ChangeTest;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import dev.malkoha.engine.tree.TreeReads;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.Lookup;

/**
 * The keys and ranges of one keyspace that a transaction rests on, its read and write set. A change
 * of any of them is a conflict, and passes the test. One thread.
 */
public final class Footprint implements ChangeTest {

  private static final long NEWEST = EntryKind.readTag(EntryKind.SEQUENCE_MAX);

  private final NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

  /** Keys that were merged into and not read: others may merge into them, too. */
  private final NavigableSet<byte[]> merged = new TreeSet<>(Arrays::compareUnsigned);

  private final KeyIntervals ranges = new KeyIntervals();

  /** Creates an empty footprint. */
  public Footprint() {}

  /** Adds a key; the array is the footprint's from then on. */
  public void addKey(byte[] key) {
    keys.add(key);
  }

  /** Adds what was written of a key. */
  void add(Written written) {
    (written.isWhole() ? keys : merged).add(written.key());
  }

  /** The ranges, to which others may be added. */
  public KeyIntervals ranges() {
    return ranges;
  }

  /** How many keys there are beside the ranges. */
  int keys() {
    return keys.size() + merged.size();
  }

  /** Whether it holds nothing. */
  public boolean isEmpty() {
    return keys.isEmpty() && merged.isEmpty() && ranges.isEmpty();
  }

  @Override
  public boolean key(byte[] bytes, int offset, int length, boolean isMerge) {
    byte[] key = Arrays.copyOfRange(bytes, offset, offset + length);
    return keys.contains(key) || (!isMerge && merged.contains(key)) || ranges.around(key) != null;
  }

  @Override
  public boolean range(RangeTombstone range) {
    return covers(range, keys) || covers(range, merged) || ranges.meets(range);
  }

  private static boolean covers(RangeTombstone range, NavigableSet<byte[]> some) {
    byte[] first = some.ceiling(range.from());
    return first != null && range.covers(first);
  }

  /**
   * Returns whether anything of it was changed in a tree since a snapshot: everything that is there
   * now is looked at, published or not. Tables that are older than the snapshot are not read.
   *
   * <p>The snapshot must be open: only for its sake is what came after it still told from what was
   * before. What has left all the same, such as a put with its delete, is as if it had never been.
   *
   * @param snapshot its sequence number
   */
  boolean isChanged(TreeReads tree, long snapshot) throws IOException {
    ReadView view = tree.pinView();
    try {
      for (MemTable memTable : view.memTables()) {
        if (isMetBy(memTable, snapshot) || isChangedUnder(memTable.cursor(), snapshot)) {
          return true;
        }
      }
      return isChangedIn(view.version(), snapshot, tree.hasher());
    } finally {
      view.release();
    }
  }

  /** Whether a memtable has a change of a key, or a range delete over anything here. */
  boolean isMetBy(MemTable memTable, long snapshot) {
    return memTable.ranges().anyAbove(snapshot, this::range)
        || keys.stream().anyMatch(key -> memTable.newest(key) > snapshot)
        || merged.stream().anyMatch(key -> memTable.hasChangedButMerged(key, snapshot));
  }

  private boolean isChangedIn(Version version, long snapshot, KeyHasher hasher) throws IOException {
    if (version.ranges().anyAbove(snapshot, this::range)) {
      return true;
    }
    for (Table table : version.tables()) {
      if (table.meta().largestSequence() > snapshot && isChangedIn(table, snapshot, hasher)) {
        return true;
      }
    }
    return false;
  }

  private boolean isChangedIn(Table table, long snapshot, KeyHasher hasher) throws IOException {
    TableMeta meta = table.meta();
    for (byte[] key : keys.subSet(meta.smallestKey(), true, meta.largestKey(), true)) {
      if (isChangedIn(table, key, hasher, false, snapshot)) {
        return true;
      }
    }
    for (byte[] key : merged.subSet(meta.smallestKey(), true, meta.largestKey(), true)) {
      if (isChangedIn(table, key, hasher, true, snapshot)) {
        return true;
      }
    }
    return !ranges.isEmpty() && isChangedUnder(table.reader().cursor(true), snapshot);
  }

  /** Whether a table has a newer entry of a key, one that is no operand if these do not count. */
  private static boolean isChangedIn(
      Table table, byte[] key, KeyHasher hasher, boolean butOperands, long snapshot)
      throws IOException {
    Lookup found = new Lookup();
    long tag = NEWEST;
    while (table.reader().mayContain(hasher.hash(key, 0, key.length))
        && table.reader().get(key, 0, key.length, tag, found)
        && EntryKind.sequence(found.tag) > snapshot) {
      if (!butOperands || !Versions.isOperand(found.tag)) {
        return true;
      }
      tag = found.tag - 1;
    }
    return false;
  }

  /** Whether an entry in the ranges is newer; the cursor is closed then. */
  private boolean isChangedUnder(EntryCursor entries, long snapshot) throws IOException {
    try (EntryCursor cursor = entries) {
      for (RangeTombstone range : ranges.all()) {
        cursor.seek(range.from(), 0, range.from().length, NEWEST);
        while (cursor.valid() && (range.isOpen() || cursor.compareKey(range.to()) < 0)) {
          if (EntryKind.sequence(cursor.tag()) > snapshot) {
            return true;
          }
          cursor.nextKey();
        }
      }
      return false;
    }
  }
}
