package dev.malkoha.engine.version;

import dev.malkoha.engine.range.RangeTombstones;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one version knows of a table without a look into its file. Never changes.
 *
 * @param meta what has been so since the file was written
 * @param vector which entries are dead, as the manifest names it; null if there are none
 */
public record TableFacts(TableMeta meta, @Nullable VectorRef vector) {

  /** The table's file number. */
  public long number() {
    return meta.number();
  }

  /** How many entries are dead. */
  public long deadEntries() {
    return vector == null ? 0 : vector.dead();
  }

  /** How many deletes there are that are not dead. */
  public long liveTombstones() {
    return meta.tombstones() - (vector == null ? 0 : vector.deadTombstones());
  }

  /** The share of entries that are dead, from 0 to 1. */
  public double deadShare() {
    return (double) deadEntries() / Math.max(1, meta.entries());
  }

  /**
   * Whether range deletes that every reader sees cover all there is in the table.
   *
   * @param snapshots the sequence numbers of open snapshots
   */
  public boolean isCoveredWhole(RangeTombstones ranges, long[] snapshots) {
    if (ranges.isEmpty()) {
      return false;
    }
    long oldest = Arrays.stream(snapshots).min().orElse(Long.MAX_VALUE);
    return ranges.coveringAll(meta.smallestKey(), meta.largestKey(), oldest)
        > meta.largestSequence();
  }

  /** Whether a range delete covers any key between the table's least and greatest ones. */
  public boolean isTouched(RangeTombstones ranges) {
    return ranges.touches(meta.smallestKey(), meta.largestKey());
  }
}
