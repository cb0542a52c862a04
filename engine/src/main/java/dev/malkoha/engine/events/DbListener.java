package dev.malkoha.engine.events;

/**
 * A listener that hears what a store does, see {@code DbOptions.Builder.listener}.
 *
 * <p>Events come one at a time, in the order in which they happened, on a thread that is neither
 * the store's nor a writer's and holds no lock: a listener may use the store, and close it. One
 * that throws is told of the next event all the same; the log has the exception. One that is slow
 * holds up nobody but those after it: up to 1,024 events wait, and what happens then is lost to
 * listeners, which the log says, too. {@code Db.close} waits until the last event was taken, for
 * ten seconds at most.
 */
public interface DbListener {

  /** Hears of an event of any kind. By default, it calls the method for the event's kind. */
  default void happened(StoreEvent event) {
    switch (event) {
      case StoreEvent.Opened e -> opened(e);
      case StoreEvent.Recovered e -> recovered(e);
      case StoreEvent.Flushed e -> flushed(e);
      case StoreEvent.Compacted e -> compacted(e);
      case StoreEvent.DeletesApplied e -> deletesApplied(e);
      case StoreEvent.Stalled e -> stalled(e);
      case StoreEvent.Damaged e -> damaged(e);
      case StoreEvent.FunctionFailed e -> functionFailed(e);
      case StoreEvent.HeapTight e -> heapTight(e);
      case StoreEvent.Sealed e -> sealed(e);
      case StoreEvent.Checkpointed e -> checkpointed(e);
      case StoreEvent.Closed e -> closed(e);
    }
  }

  /** The store was opened. */
  default void opened(StoreEvent.Opened event) {}

  /**
   * The store, while it is opened, has read its tables and its log. Comes before {@link #opened}.
   */
  default void recovered(StoreEvent.Recovered event) {}

  /** A memtable was written out. */
  default void flushed(StoreEvent.Flushed event) {}

  /** Tables were compacted. */
  default void compacted(StoreEvent.Compacted event) {}

  /** Deletes were applied to older tables. */
  default void deletesApplied(StoreEvent.DeletesApplied event) {}

  /** Writers were made to wait. */
  default void stalled(StoreEvent.Stalled event) {}

  /** Background work has met a damaged file. */
  default void damaged(StoreEvent.Damaged event) {}

  /** Background work has met a merge function or a compaction filter that fails. */
  default void functionFailed(StoreEvent.FunctionFailed event) {}

  /** Filters and indexes leave too little of the heap. */
  default void heapTight(StoreEvent.HeapTight event) {}

  /** A failure has ended writing. */
  default void sealed(StoreEvent.Sealed event) {}

  /** A checkpoint was taken. */
  default void checkpointed(StoreEvent.Checkpointed event) {}

  /** The store was closed. */
  default void closed(StoreEvent.Closed event) {}
}
