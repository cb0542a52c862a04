package dev.malkoha.engine.background;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;

/**
 * Work that becomes due by time alone, looked for every few seconds: tables in which no more dies,
 * deletes in memtables, and memory that an idle store can release.
 */
public final class Ticks {

  private static final int SECONDS = 3;

  private final Shared shared;
  private final Workers workers;
  private final Background background;
  private final LogCare logCare;
  private final Progress progress;
  private final Runnable rotateDeletes;
  private final Runnable rotateOldDeletes;
  private final RestWatch rest;

  /** The newest write when the planning thread last looked; used by that thread alone. */
  private long sequenceAtTick;

  private final long sequenceAtOpening;

  /**
   * Ticks that have not begun.
   *
   * @param rotateDeletes freezes the memtables that hold deletes
   * @param rotateOldDeletes freezes those whose deletes came to an end and free enough
   */
  public Ticks(
      Shared shared,
      Workers workers,
      Background background,
      LogCare logCare,
      Progress progress,
      Runnable rotateDeletes,
      Runnable rotateOldDeletes) {
    this.shared = shared;
    this.workers = workers;
    this.background = background;
    this.logCare = logCare;
    this.progress = progress;
    this.rotateDeletes = rotateDeletes;
    this.rotateOldDeletes = rotateOldDeletes;
    this.rest = new RestWatch(changes());
    this.sequenceAtTick = shared.snapshots().newest();
    this.sequenceAtOpening = sequenceAtTick;
  }

  /** Has the clock tell of the time from now on. */
  public void begin() {
    workers.everySeconds(SECONDS, this::handOn);
  }

  /** On a thread that must not be kept. */
  private void handOn() {
    boolean ages =
        shared.trees().all().stream()
            .map(Tree::view)
            .anyMatch(view -> view.active().hasDeletes() || view.version().ages());
    boolean expires =
        shared.trees().all().stream().anyMatch(tree -> tree.hasExpiring(tree.view().version()));
    if (rest.isDue(changes(), ages) || expires || logCare.isBehind()) {
      workers.on(Workers.JobKind.PLANNING).execute(this::look);
    }
  }

  private long changes() {
    return shared.snapshots().newest() + shared.health().changes();
  }

  private void look() {
    shared.observer().tick();
    try {
      long sequence = shared.snapshots().newest();
      rotateOldDeletes.run();
      if (sequence == sequenceAtTick) {
        nobodyWrote(sequence);
      }
      sequenceAtTick = sequence;
      logCare.tick();
      background.planSoon();
    } catch (IllegalStateException | DbException e) {
      // Closed or sealed: there is no more background work, and users of the store are told.
    } catch (OutOfMemoryError e) {
      StoreLog.warn("no memory to look for background work; tried again soon", e);
    }
  }

  /** Nobody has written since the last look. */
  private void nobodyWrote(long sequence) {
    rotateDeletes.run();
    background.flushSoon();
    shared.parts().clear();
    if (sequence != sequenceAtOpening) {
      progress.rest(sequence);
    }
  }

  /**
   * Tells whether a store has come to rest, so that it need not be looked at until it changes. One
   * thread.
   */
  static final class RestWatch {

    /**
     * Looks without a change after which time has made due what it can: a minute at three seconds.
     */
    static final int LOOKS_WHILE_AGEING = 20;

    /** A look that finds no change since the one before does what waits for that. */
    private static final int LOOKS_AFTER_CHANGE = 1;

    private long seen;
    private int unchanged = LOOKS_AFTER_CHANGE;

    /**
     * Begins to watch.
     *
     * @param changes a number that grows with each change
     */
    RestWatch(long changes) {
      this.seen = changes;
    }

    /**
     * Whether a look may find something to do. To be asked each time there might be one.
     *
     * @param ages whether time alone may make something due
     */
    boolean isDue(long changes, boolean ages) {
      unchanged = changes == seen ? unchanged + 1 : 0;
      seen = changes;
      return unchanged <= (ages ? LOOKS_WHILE_AGEING : LOOKS_AFTER_CHANGE);
    }
  }
}
