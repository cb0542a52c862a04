package dev.malkoha.engine;

import java.time.Duration;

/**
 * Reads and writes, in any keyspaces of one store, that take effect together or not at all, as if
 * nobody else had come in between. See {@link Db#transaction} and {@link Db#inTransaction}.
 *
 * <p>It reads the store as it was when it began, with its own writes over that. Nobody else sees
 * these before {@link #commit}, which fails with a {@link TransactionConflictException} if others
 * have written since to a key that it has written, or to one in a range that it has deleted: the
 * first to commit wins (snapshot isolation). One that is {@link #serializable} also fails if they
 * have changed what it has read. No transaction waits for another one, and none holds a lock.
 *
 * <p>Writes are kept in memory until the commit, and are written as one batch, whose limits they
 * have. An open transaction keeps what it sees on disk, as a {@link Snapshot} does; close it soon.
 * Of one thread at a time. After its end all methods but {@link #close} and {@link #rollback} throw
 * {@link IllegalStateException}.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Transaction extends TransactionMap, AutoCloseable {

  /**
   * The reads and writes of another map of the store in this transaction.
   *
   * @throws IllegalArgumentException if the map is of another store
   */
  TransactionMap in(KeyValueMap map);

  /**
   * Has the commit fail also if others have changed what was read: keys, whether they were there or
   * not, and ranges as far as cursors have walked over them. So committed transactions of this kind
   * are as if each had been alone, in the order of their commits.
   *
   * <p>What was read is remembered until the end: some hundred bytes a key. A transaction that
   * writes nothing is as if it had been alone in any case.
   *
   * @return this transaction
   * @throws IllegalStateException if anything was read or written already
   */
  Transaction serializable();

  @Override
  Transaction put(byte[] key, byte[] value);

  @Override
  Transaction put(byte[] key, byte[] value, Duration timeToLive);

  @Override
  Transaction delete(byte[] key);

  @Override
  Transaction merge(byte[] key, byte[] operand);

  @Override
  Transaction deleteRange(byte[] from, byte[] to);

  /** Commits with the durability of the store's options. */
  void commit();

  /**
   * Writes what the transaction has written, all or nothing, and ends it; whatever is thrown, it
   * has ended. One that has written nothing always succeeds.
   *
   * @throws TransactionConflictException if others have changed what it rests on; nothing is
   *     written
   * @throws IllegalArgumentException if it is too large for one batch; nothing is written
   * @throws IllegalStateException if it has ended, or a keyspace that it rests on was dropped;
   *     nothing is written
   */
  void commit(Durability durability);

  /** Ends the transaction without writing anything. Does nothing if it has ended. */
  void rollback();

  /** Rolls back what was not committed. May be called more than once. */
  @Override
  void close();
}
