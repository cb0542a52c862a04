package dev.malkoha.bench.deletes;

import dev.malkoha.bench.RandomOrder;
import java.util.BitSet;

/**
 * Which entries of a dataset a store is loaded with, which of them are deleted, and which others
 * are put meanwhile; all as indices, which ascend as the keys do.
 */
final class DeletePlan {

  /** The longest run of deleted keys that is sought: what others have published figures for. */
  private static final int LONGEST_RUN = 100_000;

  private static final long READ_SEED = 1;

  private final int[] loaded;
  private final int[] deleted;
  private final int[] arriving;
  private final BitSet full = new BitSet();
  private final BitSet live = new BitSet();
  private int runStart;
  private int runEnd;

  /**
   * Creates a plan.
   *
   * @param loaded in the order of their puts
   * @param deleted some of them, in the order of their deletes
   * @param arriving one for each delete, put after it; or none
   */
  DeletePlan(int[] loaded, int[] deleted, int[] arriving) {
    if (deleted.length == 0 || deleted.length == loaded.length) {
      throw new IllegalArgumentException(
          "a comparison of deletes needs at least 3 entries, not " + loaded.length);
    }
    this.loaded = loaded;
    this.deleted = deleted;
    this.arriving = arriving;
    for (int index : loaded) {
      full.set(index);
    }
    live.or(full);
    for (int index : deleted) {
      live.clear(index);
    }
    for (int index : arriving) {
      live.set(index);
    }
    findRun();
  }

  /** The longest run that a live entry follows, or the last part of it. */
  private void findRun() {
    for (int end = live.nextSetBit(0), start = 0; end >= 0; end = live.nextSetBit(start)) {
      if (end - start > runEnd - runStart) {
        runStart = start;
        runEnd = end;
      }
      start = end + 1;
    }
    runStart = Math.max(runStart, runEnd - LONGEST_RUN);
  }

  /** The keys that are put first, in this order. */
  int[] loaded() {
    return loaded.clone();
  }

  /** The keys that are deleted, in this order. */
  int[] deleted() {
    return deleted.clone();
  }

  /** The keys that are put meanwhile, one after each delete; or none. */
  int[] arriving() {
    return arriving.clone();
  }

  /** The keys before the deletes, ascending. */
  int[] full() {
    return full.stream().toArray();
  }

  /** The keys after the deletes, ascending. */
  int[] live() {
    return live.stream().toArray();
  }

  /** The keys after the deletes, in the order in which an empty store is given them. */
  int[] liveAsLoaded() {
    return arriving.length > 0 ? live() : RandomOrder.of(live(), loaded[0]);
  }

  /** The deleted keys, in the order of asking for them. */
  int[] deletedToAsk() {
    return RandomOrder.of(deleted, READ_SEED);
  }

  /** The keys that are left, in the order of asking for them. */
  int[] liveToAsk() {
    return RandomOrder.of(live(), READ_SEED);
  }

  /** The first entry of the deleted run that is sought. */
  int runStart() {
    return runStart;
  }

  /** The live entry after that run. */
  int runEnd() {
    return runEnd;
  }
}
