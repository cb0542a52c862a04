package dev.malkoha.engine.compaction;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.range.RangeWalker;

/**
 * Decides which entries of a merge anybody can still need.
 *
 * <p>Open snapshots cut the sequence numbers into stripes. Of each key and stripe only the newest
 * entry can be seen, so the others go, and so does one that a range delete of its stripe covers. A
 * delete goes too when it is in the oldest stripe and nothing older can lie beneath; there a put
 * loses its sequence number, which no reader can tell apart, unless a range delete covers its key:
 * an older range must not seem newer than the put.
 *
 * <p>The range deletes to ask are those of the version that was pinned when the merge began. Those
 * that join while it runs are newer than all it reads, since memtables are flushed in order: an
 * entry that they cover stays covered when its number becomes 0. One that leaves meanwhile covers
 * nothing that is still there, whatever was done with its keys for its sake.
 *
 * <p>Entries come in order, each key's newest first; {@link #startKey} begins each key.
 */
final class DropRule {

  private final SnapshotStripes stripes;
  private final RangeWalker ranges;
  private boolean bottom;
  private boolean underRange;
  private int stripeOfNewer;

  /**
   * Creates the rule.
   *
   * @param snapshots the sequence numbers of open snapshots, ascending
   * @param ranges the range deletes, durable now or with what the merge writes, to be moved to each
   *     key before the rule begins it
   */
  DropRule(long[] snapshots, RangeWalker ranges) {
    this.stripes = new SnapshotStripes(snapshots);
    this.ranges = ranges;
  }

  /**
   * Begins a key.
   *
   * @param nothingBeneath whether no older entry of it lies outside the merge
   * @param isUnderRange whether any range delete covers it
   */
  void startKey(boolean nothingBeneath, boolean isUnderRange) {
    bottom = nothingBeneath;
    underRange = isUnderRange;
    stripeOfNewer = -1;
  }

  /** Whether the next entry of the key is needed. Call once for each entry. */
  boolean keep(long tag) {
    long sequence = EntryKind.sequence(tag);
    int stripe = stripes.of(sequence);
    boolean shadowed = stripe == stripeOfNewer;
    stripeOfNewer = stripe;
    boolean covered = underRange && ranges.covering(stripes.end(stripe)) > sequence;
    boolean spentDelete = bottom && stripe == 0 && EntryKind.kind(tag) == EntryKind.DELETE;
    return !shadowed && !covered && !spentDelete;
  }

  /** Whether no snapshot is older than the entry just asked about. */
  boolean isInOldestStripe() {
    return stripeOfNewer == 0;
  }

  /** The tag a kept entry is written with. */
  long outputTag(long tag) {
    boolean sequenceIsSpent = bottom && stripeOfNewer == 0 && !underRange;
    return sequenceIsSpent ? EntryKind.tag(0, EntryKind.kind(tag)) : tag;
  }
}
