package dev.malkoha.engine.deletion;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the applier is to do next with one table: look for what range deletes cover in it, or apply
 * its live tombstones, from a key on.
 *
 * @param table that is looked through
 * @param ranges those that may cover something in it; empty for a step of tombstones
 * @param round which of the tombstones are applied
 * @param from the key to begin at; null for the first one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the key is its own
public record ApplierStep(
    Table table, List<RangeTombstone> ranges, Round round, byte @Nullable [] from) {

  /** Which of a table's tombstones are applied. */
  enum Round {

    /** Tombstones whose older blocks are in memory, or that share a block with many others. */
    CHEAP,

    /** All that are left. */
    ALL,

    /** None: all were tried. */
    OVER
  }

  boolean isOfRanges() {
    return !ranges.isEmpty();
  }
}
