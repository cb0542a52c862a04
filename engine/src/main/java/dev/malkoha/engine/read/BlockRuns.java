package dev.malkoha.engine.read;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableCursor;
import org.jspecify.annotations.Nullable;

/**
 * The short cuts of a walk: where the next entries all lie in one block, with nothing of another
 * source and no end of the range between them, the block's cursor alone is moved from one to the
 * next. One thread.
 *
 * <p>To look for a run costs a search or two in a block. So it is done once the walk has gone a few
 * steps, and not soon again where the sources' entries lie mixed.
 */
final class BlockRuns {

  /** A run of fewer entries is none. */
  private static final int SHORTEST = 4;

  /** Steps from a seek, or the end of a run, to the next look. */
  private static final int STEPS_TO_LOOK = 2;

  /** Steps from a look in vain to the next one. */
  private static final int STEPS_AFTER_NONE = 8;

  private final EntryCursor source;
  private @Nullable TableCursor current;
  private int untilLook = STEPS_TO_LOOK;

  /** Creates short cuts for a walk over a source. */
  BlockRuns(EntryCursor source) {
    this.source = source;
  }

  /** The cursor to move within the run; null if the walk is in none. */
  @Nullable TableCursor current() {
    return current;
  }

  /**
   * Looks for a run forward from where the source stands, if it is time to.
   *
   * @param to the end of the range; null if it has none
   */
  void lookForward(byte @Nullable [] to) {
    TableCursor run = --untilLook > 0 ? null : source.beginRun();
    if (run != null && to != null) {
      run.endRunAt(to, 0, to.length);
    }
    begin(run, run == null ? 0 : run.runBehind());
  }

  /** Looks for a run backward from where the source stands, if it is time to. */
  void lookBack(byte[] from) {
    TableCursor run = --untilLook > 0 ? null : source.beginRun();
    if (run != null) {
      run.startRunAt(from, 0, from.length);
    }
    begin(run, run == null ? 0 : run.runBefore());
  }

  private void begin(@Nullable TableCursor run, int entries) {
    current = entries < SHORTEST ? null : run;
    if (untilLook <= 0) {
      untilLook = current == null ? STEPS_AFTER_NONE : STEPS_TO_LOOK;
    }
  }

  /** Ends the run, if there is one: the source stands where it has led to. */
  void endRun() {
    if (current != null) {
      current = null;
      source.catchUp();
    }
  }

  /** Forgets the run: the source is to seek. */
  void drop() {
    current = null;
    untilLook = STEPS_TO_LOOK;
  }
}
