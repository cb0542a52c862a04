package dev.malkoha.engine;

/**
 * A named ordered map in a store, beside the others: it has its own memtables and tables, and
 * shares the log, the block cache and the background threads with them. See {@link
 * Db#keyspace(String)}.
 *
 * <p>Writes to several keyspaces are atomic in one {@link WriteBatch}, and a {@link Snapshot} sees
 * all of them at one moment. It ends with its store and needs not be closed.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Keyspace extends KeyValueMap, KeyspaceReads {

  /** The store that it is in. */
  Db db();

  /** Writes all that was written to it so far into tables and waits for it. Seldom needed. */
  void flush();

  /** Gathers all its tables in one level, without anything deleted or overwritten, and waits. */
  void compact();

  /**
   * Gathers all its tables with keys of a range in one level, without anything deleted or
   * overwritten, and waits: for a range that is read much, or to give space back. Tables that also
   * hold other keys are rewritten whole.
   */
  void compact(KeyRange range);

  /** Removes every key, by one range delete. */
  void clear();
}
