package dev.malkoha.engine.events;

import module java.base;

/**
 * Something that a store has done, or that has happened to it. Immutable.
 *
 * <p>Sealed, so that a switch over its kinds is known to be complete. Events are made by the store
 * alone, and may get further components: use their accessors, neither their constructors nor record
 * patterns.
 */
public sealed interface StoreEvent {

  /** The store's directory. */
  Path store();

  /** The time that it took; zero for what takes no time. */
  default Duration took() {
    return Duration.ZERO;
  }

  /**
   * A store was opened.
   *
   * @param readOnly whether for reading only
   * @param options that are stored with it
   * @param tables of all keyspaces
   * @param problems what was found to be wrong, in words for people
   */
  record Opened(
      Path store,
      boolean readOnly,
      String options,
      Tables tables,
      List<String> problems,
      Duration took)
      implements StoreEvent {

    /** Copies the list. */
    public Opened {
      problems = List.copyOf(problems);
    }
  }

  /**
   * A store that is being opened has opened its tables, and read from its log what is in none yet.
   *
   * @param tables that were opened
   * @param records of the log that were read, a batch each
   * @param bytes of these records
   */
  record Recovered(Path store, Tables tables, long records, long bytes, Duration took)
      implements StoreEvent {}

  /**
   * A memtable was written out, and what it held is durable.
   *
   * @param keyspace whose
   * @param memTableBytes that it took in memory
   * @param wasFull whether it was as large as the options let it become: else somebody asked,
   *     deletes were to be applied, it held back the log, or it was flushed with a full one
   * @param written one table of level 0, or none where nothing was left to be written
   * @param took until the edit, with the other memtables that it names and that were written later
   */
  record Flushed(
      Path store,
      String keyspace,
      long memTableBytes,
      boolean wasFull,
      Tables written,
      Duration took)
      implements StoreEvent {}

  /**
   * Tables have become others. Where none was written they were moved as they are, or dropped.
   *
   * @param keyspace whose
   * @param way from where to where, and why
   * @param read the tables that went in
   * @param written the tables that came out
   */
  record Compacted(Path store, String keyspace, Way way, Tables read, Tables written, Duration took)
      implements StoreEvent {

    /**
     * The way that the tables' entries went.
     *
     * @param fromLevel the youngest level of which tables went in
     * @param toLevel the level that took what came out
     */
    public record Way(CompactionCause cause, int fromLevel, int toLevel) {}
  }

  /**
   * The delete applier has made one run.
   *
   * @param keyspace whose
   * @param marked entries that it found dead, deletes among them
   * @param blocksRead data blocks that it read from files
   * @param complete whether all could be marked; else the rest is tried again later
   */
  record DeletesApplied(
      Path store, String keyspace, long marked, long blocksRead, boolean complete, Duration took)
      implements StoreEvent {}

  /**
   * Writers have been made to wait. A stall with a wait of a tenth of a second is told of once,
   * when no writer waits for the same any more, however many did; where somebody always does, every
   * five seconds or so. Shorter waits are told of together when they have added up to a second.
   *
   * @param keyspace that was written to, by the last of them
   * @param behind the amount to catch up with, see {@link WaitCause}
   * @param times how many waits these were: one for each writer, in a stall that all wait out
   * @param took all of them together
   */
  record Stalled(
      Path store, String keyspace, WaitCause cause, long behind, long times, Duration took)
      implements StoreEvent {}

  /**
   * Background work has met a damaged file, for the first time since the opening. It leaves the
   * file as it is and goes on with others; reads elsewhere go on, too.
   *
   * @param keyspace that the file is of
   * @param file its name
   * @param problem what is wrong, in words
   */
  record Damaged(Path store, String keyspace, String file, String problem) implements StoreEvent {}

  /**
   * A merge function or a compaction filter has thrown in background work, which leaves entries as
   * they are for it and goes on. Told once for each of a keyspace.
   *
   * @param keyspace whose function it is
   * @param function which it is, in words
   * @param cause that was thrown
   */
  record FunctionFailed(Path store, String keyspace, String function, Throwable cause)
      implements StoreEvent {}

  /**
   * Block cache, memtables, and the filters and indexes of open tables may take more than three
   * quarters of the heap together. Nothing has failed yet. It is told again after each eighth more.
   *
   * <p>Raise {@code -Xmx}, or lower {@code blockCacheBytes} or {@code memTableBytes}. Filters take
   * about 11.6 bits a key, indexes about 40 bytes a block: larger blocks take less.
   *
   * @param memoryBytesMax what block cache and memtables may take; of all stores that share them
   * @param tableBytes what filters and indexes of open tables take, of the same stores
   * @param heapBytes the largest that the heap can be
   */
  record HeapTight(Path store, long memoryBytesMax, long tableBytes, long heapBytes)
      implements StoreEvent {}

  /**
   * A failure has ended writing until the store is opened again; reads go on.
   *
   * @param cause the failure
   */
  record Sealed(Path store, Throwable cause) implements StoreEvent {}

  /**
   * A checkpoint was taken.
   *
   * @param directory that holds it
   * @param filesLinked files that share their bytes with others
   * @param filesCopied files with bytes of their own
   * @param bytesCopied their bytes
   */
  record Checkpointed(
      Path store, Path directory, int filesLinked, int filesCopied, long bytesCopied, Duration took)
      implements StoreEvent {}

  /** A store was closed. The last that is heard of it. */
  record Closed(Path store, Duration took) implements StoreEvent {}

  /**
   * Some tables, summed up.
   *
   * @param count how many
   * @param entries theirs, deletes and dead ones included
   * @param bytes of their files
   */
  record Tables(int count, long entries, long bytes) {

    /** No table. */
    public static final Tables NONE = new Tables(0, 0, 0);
  }
}
