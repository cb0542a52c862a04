package dev.malkoha.engine.events;

/**
 * Is told what a store does in the background, see {@code DbOptions.Builder.listener}.
 *
 * <p>Events come one at a time, in the order in which they happened, on a thread that is neither
 * the store's nor a writer's and holds no lock: a listener may use the store, and close it. One
 * that throws is told of the next event all the same; the log has the exception. One that is slow
 * holds up nobody but those after it: up to 1,024 events wait, and what happens then is lost to
 * listeners, which the log says, too. {@code Db.close} waits until the last event was taken, for
 * ten seconds at most.
 */
public interface DbListener {

  /** The store was opened. */
  default void opened(Opened event) {}

  /**
   * The store, while it is opened, has read its tables and its log. Comes before {@link #opened}.
   */
  default void recovered(Recovered event) {}

  /** A memtable was written out. */
  default void flushed(Flushed event) {}

  /** Tables were compacted. */
  default void compacted(Compacted event) {}

  /** Deletes were applied to older tables. */
  default void deletesApplied(DeletesApplied event) {}

  /** Writers were made to wait. */
  default void stalled(Stalled event) {}

  /** Background work has met a damaged file. */
  default void damaged(Damaged event) {}

  /** Filters and indexes leave too little of the heap. */
  default void heapTight(HeapTight event) {}

  /** A failure has ended writing. */
  default void sealed(Sealed event) {}

  /** A checkpoint was taken. */
  default void checkpointed(Checkpointed event) {}

  /** The store was closed. */
  default void closed(Closed event) {}
}
