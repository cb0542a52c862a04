package dev.malkoha.engine;

/**
 * A store that is only read, beside its writer or without one: {@link Db#openReadOnly} opens it. It
 * shows one moment of the store over all its keyspaces.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface DbReader extends OpenStore {

  /**
   * Moves on to the present moment: what the store's writer has written, created and dropped by
   * now. Snapshots and cursors of before go on at their moments. Cheap where little has happened,
   * and next to nothing where nothing has; reads of other threads do not wait.
   *
   * <p>It ends however fast the writer is: shown is what was written when it was called, or more.
   * It reads of that what memtables held, some 700,000 records a second, and opens new tables.
   *
   * <p>Moments only move on. Keyspaces that were created since are there then, and those that were
   * dropped are gone: their {@link KeyspaceReads} throw as after a drop. Where it throws, the store
   * goes on showing the moment of before.
   *
   * @return whether it shows anything that was written since, or other keyspaces; what a bounded
   *     keyspace has dropped and a compaction filter has changed does not count
   * @throws DbNotFoundException if another store, or another copy of this one, has taken its place,
   *     or nothing is there any more
   * @throws DbCorruptionException if what must be there is missing or damaged
   */
  boolean refresh();

  /**
   * The keyspace of a name.
   *
   * @throws IllegalArgumentException if there is none at the moment that is shown
   */
  @Override
  KeyspaceReads keyspace(String name);
}
