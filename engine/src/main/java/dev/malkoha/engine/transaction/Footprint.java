package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTable.ChangeTest;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.read.ReadView;
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
  private final KeyIntervals ranges = new KeyIntervals();

  /** Creates an empty footprint. */
  public Footprint() {}

  /** Adds a key; the array is the footprint's from then on. */
  public void addKey(byte[] key) {
    keys.add(key);
  }

  /** The ranges, to which others may be added. */
  public KeyIntervals ranges() {
    return ranges;
  }

  /** How many keys there are beside the ranges. */
  int keys() {
    return keys.size();
  }

  /** Whether it holds nothing. */
  public boolean isEmpty() {
    return keys.isEmpty() && ranges.isEmpty();
  }

  @Override
  public boolean key(byte[] bytes, int offset, int length) {
    byte[] key = Arrays.copyOfRange(bytes, offset, offset + length);
    return keys.contains(key) || ranges.around(key) != null;
  }

  @Override
  public boolean range(RangeTombstone range) {
    byte[] first = keys.ceiling(range.from());
    return (first != null && range.covers(first)) || ranges.meets(range);
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
      view.version().release();
    }
  }

  /** Whether a memtable has a change of a key, or a range delete over anything here. */
  boolean isMetBy(MemTable memTable, long snapshot) {
    return memTable.ranges().anyAbove(snapshot, this::range)
        || keys.stream().anyMatch(key -> memTable.newest(key) > snapshot);
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
    Lookup found = new Lookup();
    for (byte[] key : keys.subSet(meta.smallestKey(), true, meta.largestKey(), true)) {
      if (table.reader().mayContain(hasher.hash(key, 0, key.length))
          && table.reader().get(key, 0, key.length, NEWEST, found)
          && EntryKind.sequence(found.tag) > snapshot) {
        return true;
      }
    }
    return !ranges.isEmpty() && isChangedUnder(table.reader().cursor(true), snapshot);
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
