package dev.malkoha.engine.compaction;

import dev.malkoha.engine.memtable.EntryKind;

/**
 * Decides which entries of a merge anybody can still need.
 *
 * <p>Open snapshots cut the sequence numbers into stripes. Of each key and stripe only the newest
 * entry can be seen, so the others go. A delete goes too when it is in the oldest stripe and
 * nothing older can lie beneath; there a put loses its sequence number, which no reader can tell
 * apart.
 *
 * <p>Entries come in order, each key's newest first; {@link #startKey} begins each key.
 */
final class DropRule {

  private final long[] snapshots;
  private boolean bottom;
  private int stripeOfNewer;

  /**
   * Creates the rule.
   *
   * @param snapshots the sequence numbers of open snapshots, ascending
   */
  DropRule(long[] snapshots) {
    this.snapshots = snapshots.clone();
  }

  /** Begins a key; {@code nothingBeneath} says that no older entry of it lies outside the merge. */
  void startKey(boolean nothingBeneath) {
    bottom = nothingBeneath;
    stripeOfNewer = -1;
  }

  /** Whether the next entry of the key is needed. Call once for each entry. */
  boolean keep(long tag) {
    int stripe = stripe(EntryKind.sequence(tag));
    boolean shadowed = stripe == stripeOfNewer;
    stripeOfNewer = stripe;
    boolean spentDelete = bottom && stripe == 0 && EntryKind.kind(tag) == EntryKind.DELETE;
    return !shadowed && !spentDelete;
  }

  /** Whether no snapshot is older than the entry just asked about. */
  boolean isInOldestStripe() {
    return stripeOfNewer == 0;
  }

  /** The tag a kept entry is written with. */
  long outputTag(long tag) {
    boolean sequenceIsSpent = bottom && stripeOfNewer == 0;
    return sequenceIsSpent ? EntryKind.tag(0, EntryKind.kind(tag)) : tag;
  }

  /** The number of snapshots below the sequence number: entries of one stripe see the same ones. */
  private int stripe(long sequence) {
    int low = 0;
    int high = snapshots.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (snapshots[middle] < sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
