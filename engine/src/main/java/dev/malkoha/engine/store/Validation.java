package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.transaction.Footprint;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a transaction may commit: whether nobody has changed since its snapshot what it rests on.
 *
 * <p>Under the commit lock only memtables are looked at, and of these what was written since the
 * last look outside the lock, or since the snapshot. Where that is much, or may be in tables by
 * now, the lock is left and everything is looked through without it; then comes another look under
 * the lock. That is done a few times only: the last look under the lock takes as long as it takes.
 *
 * <p>A look outside compares with the snapshot each time, never with the look before: it is the
 * snapshot that keeps changes apart in tables (see {@link
 * dev.malkoha.engine.transaction.ChangeSearch}). Memtables keep everything. Of one commit, and to
 * be closed behind it.
 */
public final class Validation implements CommitPipeline.Check, AutoCloseable {

  /** So many changes or keys may be looked at under the commit lock: some ten microseconds. */
  static final int FEW = 256;

  /** So often is the lock left. */
  static final int SEARCHES_MAX = 3;

  private final long snapshot;
  private final Map<Tree, Footprint> footprints;

  /** What is written of each tree since the last look outside the lock began. */
  private final Map<Tree, WrittenSince> behind = new HashMap<>();

  /** Up to this sequence number nothing was changed. */
  private long checked;

  private int searches;
  private boolean refuted;

  /**
   * Creates a validation.
   *
   * @param snapshot the transaction's, open until the end
   * @param footprints what it rests on, tree by tree
   */
  public Validation(long snapshot, Map<Tree, Footprint> footprints) {
    this.snapshot = snapshot;
    this.footprints = footprints;
    this.checked = snapshot;
  }

  /**
   * Looks at what was written since the last look. Under the commit lock.
   *
   * @return whether nothing was changed; if not, {@link #goesOn} tells whether that is so, or there
   *     is too much to look at
   */
  @Override
  public boolean holds(long newest) {
    footprints.keySet().forEach(Tree::checkNotDropped);
    if (newest == checked) {
      return true;
    }
    for (Map.Entry<Tree, Footprint> part : footprints.entrySet()) {
      if (!holds(part.getKey(), part.getValue(), newest - checked)) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(Tree tree, Footprint footprint, long changes) {
    List<MemTable> written = writtenSince(tree);
    boolean byKey = footprint.ranges().isEmpty() && footprint.keys().size() < changes;
    long looks = byKey ? footprint.keys().size() : changes;
    if (written == null || (looks > FEW && searches < SEARCHES_MAX)) {
      return false;
    }
    refuted = written.stream().anyMatch(memTable -> isChanged(memTable, footprint, byKey));
    return !refuted;
  }

  private boolean isChanged(MemTable memTable, Footprint footprint, boolean byKey) {
    return byKey
        ? footprint.keys().stream().anyMatch(key -> memTable.newest(key) > checked)
            || memTable.anyRangeAbove(checked, footprint::range)
        : memTable.anyChangeAbove(checked, footprint);
  }

  /** The memtables that hold all that was written since the last look; null if some are tables. */
  private @Nullable List<MemTable> writtenSince(Tree tree) {
    if (tree.lastIngestion() > checked) {
      return null;
    }
    WrittenSince look = behind.get(tree);
    return look != null ? look.memTables() : tree.memTablesSince(checked);
  }

  /**
   * Looks through everything if that is what is missing. Without the commit lock.
   *
   * @param newest the newest sequence number by now
   * @return whether another look under the lock is due: nothing that was changed is known
   */
  boolean goesOn(long newest) throws IOException {
    searches++;
    for (Map.Entry<Tree, Footprint> part : footprints.entrySet()) {
      Tree tree = part.getKey();
      WrittenSince before = behind.put(tree, tree.writtenSince()); // has all that the look misses
      if (before != null) {
        before.close();
      }
      refuted = refuted || tree.reads().isChanged(part.getValue(), snapshot);
    }
    checked = newest;
    return !refuted;
  }

  /** Lets go of the memtables. */
  @Override
  public void close() {
    behind.values().forEach(WrittenSince::close);
  }
}
