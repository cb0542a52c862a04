package dev.malkoha.engine;

import module java.base;

/**
 * An open store: a {@link Db}, or a {@link DbReader}, which is only read. Its own reads are those
 * of its default keyspace.
 *
 * <p>All methods throw {@link IllegalStateException} after {@link #close}, which also ends the
 * snapshots and cursors that the store handed out, and a {@link DbException} where the disk or its
 * contents fail. Applications may mock this interface, but not implement it: methods will be added.
 */
public interface OpenStore extends MapReads, AutoCloseable {

  /**
   * The problems that the opening found with the store, and files found damaged since; empty for a
   * sound one. It may be slower for it, as where a filter is of no use, or hold less: where it says
   * that the log or the manifest ends early, the last writes may be lost, as after a power cut that
   * nothing was forced against. What was set aside lies in the folder {@code set-aside}. A store
   * that is only read may lack deletes, so that deleted keys are among the others. The module
   * {@code dev.malkoha.tools} checks more, by {@code StoreTools.verify}.
   */
  List<Problem> problems();

  /** The directory the store lies in. */
  Path directory();

  /** The options in force. */
  DbOptions options();

  /**
   * The options that are stored with the data, as text, with the defaults of those that are not:
   * those of this opening, or in a {@link DbReader}, of the last one for writing.
   */
  String storedOptions();

  /**
   * The keyspace of a name: an ordered map of its own in this store. A {@link Db} makes one that is
   * not there; a {@link DbReader} refuses it.
   *
   * @param name 1 to 255 bytes of UTF-8; {@code default} is the store's own map
   */
  KeyspaceReads keyspace(String name);

  /** The keyspace {@code default}, whose reads are those of the store itself. */
  KeyspaceReads defaultKeyspace();

  /** The names of all keyspaces, in order; {@code default} is among them. */
  List<String> keyspaces();

  /**
   * Takes a snapshot of now, of all keyspaces at one moment. While it is open, what it sees is
   * kept; close it soon. In a {@link DbReader} this is the moment that is shown.
   */
  Snapshot snapshot();

  /** The figures of the store, over all its keyspaces. */
  DbStats stats();

  /**
   * Closes the store. What a {@link Db} has written is durable afterwards. May be called more than
   * once, also at the same time: each call returns when all is closed. It waits for reads and
   * writes, but not for users' code: an ingestion whose input or progress is at work then ends with
   * nothing added.
   *
   * <p>A memtable of more than 4 MiB of a {@link Db} is written out as a table first, at some 100
   * MB a second, so that the next opening need not read it from the log. Smaller ones stay in the
   * log, which an opening reads within milliseconds; so does one that there is no room for on the
   * disk.
   *
   * @throws IllegalStateException if it is called by what the store itself calls in this thread: an
   *     operator, a consumer, a transaction's body, an ingestion's input or progress. A listener
   *     may close the store
   */
  @Override
  void close();
}
