package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.commit.CommitPipeline;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * Whether a transaction may commit: whether nobody has changed since its snapshot what it rests on.
 *
 * <p>Under the commit lock only memtables are looked at, and of these what was written since the
 * last look outside the lock, or since the snapshot. Where that is in tables by now, or is much,
 * the lock is left and all of it is looked through without it; then comes another look under the
 * lock. Because it is much, that is done a few times only: the last look under the lock takes as
 * long as it takes.
 *
 * <p>Each look outside begins with a snapshot of its own, which keeps later changes apart in tables
 * (see {@link Footprint#isChanged}), and looks for what came after the look before: so each has
 * less to do. No memtable is held for it, however long it takes. Of one commit, and to be closed
 * after it.
 */
public final class Validation implements CommitPipeline.Check, AutoCloseable {

  /** The most changes or keys to look at under the commit lock: some ten microseconds. */
  static final int FEW = 256;

  /** So often is the lock left. */
  static final int SEARCHES_MAX = 3;

  /** The most looks without the lock, where a flush takes the memtables before each one. */
  private static final int ALL_SEARCHES_MAX = 20;

  private final Map<Tree, Footprint> footprints;

  /** The moment of the last look outside the lock; null before the first. */
  private @Nullable Pin look;

  /** Up to this sequence number, at which a snapshot is open, nothing was changed. */
  private long checked;

  private int searches;

  /** The tree in which something was changed; null if nothing is known to be. */
  private @Nullable Tree refutedBy;

  /**
   * Creates a validation.
   *
   * @param snapshot the transaction's, open until the end
   * @param footprints what it rests on, tree by tree
   */
  public Validation(long snapshot, Map<Tree, Footprint> footprints) {
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
    List<MemTable> written = tree.memTablesSince(checked);
    boolean byKey = footprint.ranges().isEmpty() && footprint.keys() < changes;
    long looks = byKey ? footprint.keys() : changes;
    if (written == null || (looks > FEW && searches < SEARCHES_MAX)) {
      // Where flushes are faster, to give up is always allowed.
      refutedBy = searches < ALL_SEARCHES_MAX ? null : tree;
      return false;
    }
    boolean isChanged =
        written.stream()
            .anyMatch(
                memTable ->
                    byKey
                        ? footprint.isMetBy(memTable, checked)
                        : memTable.anyChangeAbove(checked, footprint));
    refutedBy = isChanged ? tree : null;
    return !isChanged;
  }

  /**
   * Looks through all that was changed since the last look, if that is what is missing. Without the
   * commit lock.
   *
   * @param now the present moment; let go of by the next look, or by the end
   * @return whether another look under the lock is due: nothing that was changed is known
   */
  public boolean goesOn(Pin now) throws IOException {
    searches++;
    Pin before = look;
    look = now;
    try {
      for (Map.Entry<Tree, Footprint> part : footprints.entrySet()) {
        if (refutedBy == null && part.getValue().isChanged(part.getKey().reads(), checked)) {
          refutedBy = part.getKey();
        }
      }
    } finally {
      letGo(before);
    }
    checked = now.sequence();
    return refutedBy == null;
  }

  /** The tree in which something was changed, once that was found. */
  public @Nullable Tree refutedBy() {
    return refutedBy;
  }

  private static void letGo(@Nullable Pin pin) {
    if (pin != null) {
      pin.release();
    }
  }

  /** Lets go of the last look's moment. */
  @Override
  public void close() {
    letGo(look);
  }
}
