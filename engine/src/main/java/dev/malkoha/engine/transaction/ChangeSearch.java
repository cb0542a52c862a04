package dev.malkoha.engine.transaction;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.tree.TreeReads;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import java.io.IOException;

/**
 * A look through memtables and tables for changes of a footprint after a snapshot. Tables that are
 * older than the snapshot are not read.
 *
 * <p>The snapshot must be open: only for its sake is what came after it still told from what was
 * before. What has left all the same, such as a put with its delete, is as if it had never been.
 */
public final class ChangeSearch {

  private static final long NEWEST = EntryKind.readTag(EntryKind.SEQUENCE_MAX);

  private final ReadView view;
  private final Footprint footprint;
  private final long snapshot;
  private final KeyHasher hasher;
  private final Lookup found = new Lookup();

  private ChangeSearch(ReadView view, Footprint footprint, long snapshot, KeyHasher hasher) {
    this.view = view;
    this.footprint = footprint;
    this.snapshot = snapshot;
    this.hasher = hasher;
  }

  /**
   * Whether anything of a footprint was changed in a tree since a snapshot: everything that is
   * there now is looked at, published or not.
   *
   * @param snapshot its sequence number
   */
  public static boolean finds(TreeReads tree, Footprint footprint, long snapshot)
      throws IOException {
    ReadView now = tree.pinView();
    try {
      return new ChangeSearch(now, footprint, snapshot, tree.hasher()).finds();
    } finally {
      now.version().release();
    }
  }

  private boolean finds() throws IOException {
    for (MemTable memTable : view.memTables()) {
      if (isChangedIn(memTable)) {
        return true;
      }
    }
    return isChangedIn(view.version());
  }

  private boolean isChangedIn(MemTable memTable) throws IOException {
    if (footprint.meets(memTable, snapshot)) {
      return true;
    }
    try (EntryCursor cursor = memTable.cursor()) {
      return isChangedUnder(cursor);
    }
  }

  private boolean isChangedIn(Version version) throws IOException {
    if (version.ranges().anyAbove(snapshot, footprint::range)) {
      return true;
    }
    for (SortedRun run : version.runs()) {
      if (run.tables().stream().anyMatch(this::isNewer) && isChangedIn(run)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNewer(Table table) {
    return table.meta().largestSequence() > snapshot;
  }

  private boolean isChangedIn(SortedRun run) throws IOException {
    for (byte[] key : footprint.keys()) {
      Table table = run.tableFor(EntryOrder.prefix(key, 0, key.length), key);
      if (table != null && isNewer(table) && isChangedIn(table, key)) {
        return true;
      }
    }
    for (Table table : run.tables()) {
      if (isNewer(table) && !footprint.ranges().isEmpty()) {
        try (EntryCursor cursor = table.reader().cursor(true)) {
          if (isChangedUnder(cursor)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isChangedIn(Table table, byte[] key) throws IOException {
    return table.reader().mayContain(hasher.hash(key, 0, key.length))
        && table.reader().get(key, 0, key.length, NEWEST, found)
        && EntryKind.sequence(found.tag) > snapshot;
  }

  /** Whether an entry in the ranges is newer. */
  private boolean isChangedUnder(EntryCursor cursor) throws IOException {
    for (KeyIntervals.Interval range : footprint.ranges().all()) {
      byte[] from = range.from();
      byte[] to = range.to();
      cursor.seek(from, 0, from.length, NEWEST);
      while (cursor.valid() && (to == null || cursor.compareKey(to) < 0)) {
        if (EntryKind.sequence(cursor.tag()) > snapshot) {
          return true;
        }
        cursor.nextKey();
      }
    }
    return false;
  }
}
