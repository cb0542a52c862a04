package dev.malkoha.engine.store;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;

/**
 * Work that becomes due by time alone, looked for every few seconds: tables in which no more dies,
 * deletes in memtables, and memory that an idle store can release.
 */
final class Ticks {

  private static final int SECONDS = 3;

  private final StoreWriter store;
  private final Shared shared;
  private final RestWatch rest;

  /** The newest write when the planning thread last looked; used by that thread alone. */
  private long sequenceAtTick;

  private final long sequenceAtOpening;

  /** Ticks of a store that has not begun to work. */
  Ticks(StoreWriter store) {
    this.store = store;
    this.shared = store.shared;
    this.rest = new RestWatch(changes());
    this.sequenceAtTick = shared.snapshots().newest();
    this.sequenceAtOpening = sequenceAtTick;
  }

  /** Has the clock tell of the time from now on. */
  void begin() {
    store.workers.everySeconds(SECONDS, this::handOn);
  }

  /** On a thread that must not be kept. */
  private void handOn() {
    boolean ages =
        shared.trees().all().stream()
            .map(Tree::view)
            .anyMatch(view -> view.active().hasDeletes() || view.version().ages());
    boolean expires =
        shared.trees().all().stream().anyMatch(tree -> tree.hasExpiring(tree.view().version()));
    if (rest.isDue(changes(), ages) || expires || store.logCare.isBehind()) {
      store.workers.on(Workers.JobKind.PLANNING).execute(this::look);
    }
  }

  private long changes() {
    return shared.snapshots().newest() + shared.health().changes();
  }

  private void look() {
    shared.observer().tick();
    try {
      long sequence = shared.snapshots().newest();
      store.rotateOldDeletes();
      if (sequence == sequenceAtTick) {
        nobodyWrote(sequence);
      }
      sequenceAtTick = sequence;
      store.logCare.tick();
      store.background.planSoon();
    } catch (IllegalStateException | DbException e) {
      // Closed or sealed: there is no more background work, and users of the store are told.
    } catch (OutOfMemoryError e) {
      StoreLog.warn("no memory to look for background work; tried again soon", e);
    }
  }

  /** Nobody has written since the last look. */
  private void nobodyWrote(long sequence) {
    store.rotateDeletes();
    store.background.flushSoon();
    shared.parts().clear();
    if (sequence != sequenceAtOpening) {
      store.progress.rest(sequence);
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
