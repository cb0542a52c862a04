package dev.malkoha.engine.deletion;

import dev.malkoha.engine.compaction.SnapshotStripes;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds all that a delete covers: every older entry of its key, in every older source, and the
 * delete itself. Either all of it can be marked dead, or none.
 *
 * <p>A filter that says "absent" is proof: it knows every key that has a live entry. One that says
 * "maybe" is none, so the table is read, and a key's fingerprint is given up only where its last
 * live entry was seen with our own eyes.
 */
final class CopyFinder {

  private final OlderSources sources;
  private final SnapshotStripes stripes;
  private final Marks marks;
  private final Set<Long> hinderingSnapshots = new HashSet<>();

  CopyFinder(OlderSources sources, SnapshotStripes stripes, Marks marks) {
    this.sources = sources;
    this.stripes = stripes;
    this.marks = marks;
  }

  /** Adds the marks of one delete; false if a snapshot still sees what it covers. */
  boolean apply(Tombstone tombstone) throws IOException {
    boolean all = applyInOwnTable(tombstone);
    for (int i = 0; all && i < sources.older().size(); i++) {
      Place place = sources.older().get(i);
      Table table = place.tableFor(tombstone);
      all = table == null || applyIn(table, place.seek(table, tombstone.key()), tombstone);
    }
    if (all) {
      marks.endKey();
    } else {
      marks.dropKey();
      hinderingSnapshots.add(stripes.newestBelow(EntryKind.sequence(tombstone.tag())));
    }
    return all;
  }

  /** Where each key of the table has one entry, the delete is it: nothing is read. */
  private boolean applyInOwnTable(Tombstone tombstone) throws IOException {
    Table table = sources.table();
    if (sources.tableHasOneEntryAKey()) {
      marks.add(table, tombstone.ordinal(), true);
      marks.keyIsDead(KeyAt.trace(table, tombstone.hash()));
      return true;
    }
    return applyIn(table, sources.own().seek(table, tombstone.key()), tombstone);
  }

  /** Marks the key's entries of one table; false if a snapshot needs one of them. */
  private boolean applyIn(Table table, TableCursor cursor, Tombstone tombstone) throws IOException {
    boolean lives = false;
    boolean marked = false;
    for (; cursor.valid() && KeyAt.is(cursor, tombstone.key()); cursor.next()) {
      long tag = cursor.tag();
      if (table.isDead(cursor.ordinal())) {
        continue;
      }
      if (Long.compareUnsigned(tag, tombstone.tag()) > 0) {
        lives = true;
      } else if (canGo(tag, tombstone.tag())) {
        marks.add(table, cursor.ordinal(), EntryKind.kind(tag) == EntryKind.DELETE);
        marked = true;
      } else {
        return false;
      }
    }
    if (marked && !lives) {
      marks.keyIsDead(KeyAt.trace(table, tombstone.hash()));
    }
    return true;
  }

  private boolean canGo(long tag, long tombstoneTag) {
    return tag == tombstoneTag
        || stripes.of(EntryKind.sequence(tag)) == stripes.of(EntryKind.sequence(tombstoneTag));
  }

  /** The snapshots that kept a delete in place; each is the newest one that hindered it. */
  Set<Long> hinderingSnapshots() {
    return hinderingSnapshots;
  }
}
