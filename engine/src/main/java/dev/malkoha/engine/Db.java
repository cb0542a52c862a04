package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.facade.StoreReader;
import dev.malkoha.storage.FileDisk;
import org.jspecify.annotations.Nullable;

/**
 * An open store: ordered maps from byte strings to byte strings, on local disk. It has one from the
 * beginning, the default one, whose reads and writes are its own; others are its {@link #keyspace
 * keyspaces}.
 *
 * <p>All methods throw {@link IllegalStateException} after {@link #close}, which also ends the
 * snapshots and cursors that the store handed out, and a {@link DbException} where the disk or its
 * contents fail.
 *
 * <p>Applications may mock this interface, but not implement it: methods will be added.
 */
public interface Db extends OpenStore, KeyValueMap {

  /**
   * Opens a store with the options that it has, creating it with default ones where there is none.
   * As {@link #open(Path, DbOptions)} with options of which none was set.
   */
  static Db open(Path directory) {
    return open(directory, DbOptions.defaults());
  }

  /**
   * Opens a store, creating it (with missing parent directories) where there is none.
   *
   * <p>Options that were set replace those that are stored with the data; what was not set stays as
   * it is stored, and has its default where it was never set. A stored {@code memTableBytes} or
   * {@code blockCacheBytes} for which the heap has no room gives way to its default, for this
   * opening alone.
   *
   * @throws DbLockedException if it is open already, here or in another process
   * @throws DbCorruptionException if what must be there is missing or damaged
   * @throws DbFormatException if the {@link Compression} of the options or of the store's tables
   *     cannot be used here, or if the stored options of a keyspace cannot be read, as those of a
   *     newer release, and none of it are given
   */
  static Db open(Path directory, DbOptions options) {
    return StoreDb.open(directory, options);
  }

  /** Makes a store in the heap with default options, see {@link #inMemory(DbOptions)}. */
  static Db inMemory() {
    return inMemory(DbOptions.defaults());
  }

  /**
   * Makes a store in the heap, for tests: a new, empty one with each call, which is gone when it is
   * closed. It does what every store does, over files that are arrays, and takes as much memory as
   * these have bytes. Directories that its methods take, as for a checkpoint, are in the same
   * memory, and go with it.
   */
  static Db inMemory(DbOptions options) {
    return StoreDb.inMemory(options);
  }

  /**
   * Opens a store that must exist.
   *
   * @throws DbNotFoundException if there is none; nothing is created
   */
  static Db openExisting(Path directory, DbOptions options) {
    return StoreDb.openExisting(directory, options);
  }

  /** Opens a store that must exist for reading only, with default options. */
  static DbReader openReadOnly(Path directory) {
    return openReadOnly(directory, DbOptions.defaults());
  }

  /**
   * Opens a store that must exist for reading only: no file is made, changed or removed, by the
   * opening or by anything after it. What the log holds is gathered in memory; nothing is flushed,
   * compacted or made durable. Of the options only the sizes of block cache and memtables matter.
   *
   * <p>No lock is taken. Another process, or this one, may have the store open for writing, or open
   * it later, and any number may read it: nobody waits for anybody, and a writer notices nothing.
   * Shown is one moment of the store over all its keyspaces, near the present one, until {@link
   * DbReader#refresh} moves on. Files that the writer deletes are kept by the operating system for
   * as long as they are read here: so a reader that is never refreshed keeps their space.
   *
   * <p>A store whose writer was killed shows all that was written. What was not yet durable of that
   * becomes so when the store is next opened for writing. The machine must be the writer's own:
   * over a network file system a reader may see parts of what was written.
   *
   * <p>It ends however fast a writer is, as {@link DbReader#refresh} does, of which it takes the
   * longest possible time.
   *
   * @throws DbNotFoundException if there is none; nothing is created
   * @throws DbCorruptionException if what must be there is missing or damaged
   */
  static DbReader openReadOnly(Path directory, DbOptions options) {
    return StoreReader.open(FileDisk.INSTANCE, directory, options);
  }

  /**
   * Whether a directory has a store of this kind: one that opens, or one that is damaged or
   * unfinished, so that an opening refuses it. Changes nothing, and takes no lock.
   */
  static boolean exists(Path directory) {
    return StoreDb.exists(FileDisk.INSTANCE, directory);
  }

  /**
   * Deletes a store with all that is in it, and its directory if nothing else is there: files that
   * are not the store's stay. One that is damaged or unfinished goes, too. Where this is cut short,
   * no opening takes the rest for a store: call it again.
   *
   * @throws DbNotFoundException if there is no store of this kind; nothing is changed
   * @throws DbLockedException if it is open, here or in another process; nothing is changed
   */
  static void destroy(Path directory) {
    StoreDb.destroy(FileDisk.INSTANCE, directory);
  }

  /**
   * The keyspace of a name: an ordered map of its own in this store, with its own memtables and
   * tables. One that is not there is made, with the options of the default one.
   *
   * @param name 1 to 255 bytes of UTF-8; {@code default} is the store's own map
   */
  @Override
  Keyspace keyspace(String name);

  /**
   * The keyspace of a name, made with these options or changed to them. One that is there keeps
   * those that were not set; a new one has the defaults of these. New memtables and tables are made
   * by them; present tables stay as they are until they are compacted. They are stored, and are in
   * force again when the store is opened without naming them.
   *
   * @throws DbFormatException if their {@link Compression} cannot be used here
   */
  Keyspace keyspace(String name, KeyspaceOptions options);

  /**
   * The keyspace {@code default}, whose reads and writes are those of the store itself. What {@link
   * #flush}, {@link #compact} and {@link #stats} are for all keyspaces, its methods of these names
   * are for itself.
   */
  @Override
  Keyspace defaultKeyspace();

  /**
   * Drops a keyspace with all that is in it. Its {@link Keyspace} is of no use afterwards; cursors
   * that are open go on, and its files go when nobody reads them any more. Durable when it returns:
   * so in a store that is opened at its marks it is to follow a {@link #mark} at once.
   *
   * @throws IllegalStateException if the store is opened at its marks, and something was written
   *     since the last one
   * @throws IllegalArgumentException if there is none of this name, or it is the default one
   */
  void dropKeyspace(String name);

  /** Writes a batch, all or nothing, with the durability of the options. */
  void write(WriteBatch batch);

  /**
   * Writes a batch, all or nothing, in whichever keyspaces. An empty one does nothing.
   *
   * @throws IllegalArgumentException if it names keyspaces of another store
   * @throws IllegalStateException if one of its keyspaces was dropped; nothing is written
   */
  void write(WriteBatch batch, Durability durability);

  /**
   * Begins a transaction: reads and writes that take effect together or not at all, as if nobody
   * else had come in between. Close it in any case, best by try-with-resources; what was not
   * committed by then is not written. {@link #inTransaction} does so, and tries again on conflict.
   */
  Transaction transaction();

  /**
   * Does something in a transaction and commits it, with the durability of the options, unless that
   * has been done or rolled back. On a conflict all is done again in a new transaction, 100 times
   * at most, with pauses between that grow: so it should do nothing else. Whatever it throws rolls
   * the transaction back.
   *
   * @return what it returned in the transaction that was committed
   * @throws TransactionConflictException if the last try failed, too
   */
  <T extends @Nullable Object> T inTransaction(Function<? super Transaction, ? extends T> body);

  /** Does something in a transaction and commits it, as {@link #inTransaction} does. */
  void runInTransaction(Consumer<? super Transaction> body);

  /**
   * Writes a mark, with the durability of the options: see {@link #mark(byte[], Durability)}.
   *
   * @param label 0 to 65,535 bytes
   */
  void mark(byte[] label);

  /**
   * Writes a mark: a place between all that was written before, in every keyspace, and all that
   * comes after. Where the store is opened {@link DbOptions.Builder#openAtLastMark at its last
   * mark}, it shows what the mark saw, and what came after is gone. It costs as much as a small
   * write, however much was written.
   *
   * <p>What the mark saw is kept until a newer one is durable: compactions leave tables alone that
   * have anything newer. So marks are to be made now and then.
   *
   * @param label told by {@link #lastMark}: 0 to 65,535 bytes
   * @param durability with {@link Durability#SYNC} no opening goes back further, also after a power
   *     cut
   * @throws IllegalStateException if the store is not opened at its marks
   */
  void mark(byte[] label, Durability durability);

  /**
   * The label of the last mark, a copy; null if there was none since the store was first opened at
   * its marks, or it is not opened there.
   */
  byte @Nullable [] lastMark();

  /**
   * A snapshot of what the last mark saw, beside all that was written since. A keyspace that was
   * made since is empty in it. To be closed, as every snapshot.
   *
   * @throws IllegalStateException if the store is not opened at its marks
   */
  Snapshot snapshotAtLastMark();

  /**
   * Takes a checkpoint: a consistent copy of now, of all keyspaces at one moment, while reads,
   * writes and background work go on. Where the file system allows, it shares files with this store
   * by hard links, and costs next to no space; else files that an earlier checkpoint in a directory
   * beside it has are shared with that one. What was written, forced or not, is durable in it.
   *
   * <p>It is a store by itself; opening it, for writing too, changes nothing of this one. Several
   * are taken one after the other.
   *
   * @param to where it is made, with missing parents: absent, empty, or what a checkpoint that was
   *     cut short has left, which is removed. Until all of it is durable no store is there; should
   *     it fail, what was made is removed
   * @throws IllegalArgumentException if there is anything else in the directory
   * @throws DbLockedException if somebody else fills the directory, or has a store open in it
   * @throws DbCorruptionException if a file is known to be damaged, or found so
   */
  Checkpoint checkpoint(Path to, CheckpointOptions options);

  /** Takes a checkpoint with default options: see {@link #checkpoint(Path, CheckpointOptions)}. */
  Checkpoint checkpoint(Path to);

  /**
   * Makes all that was written so far durable, in all keyspaces, by whichever thread, and waits for
   * it: one force of the log. Writes with {@link Durability#SYNC} need it not.
   *
   * @throws DbSealedException if a failure has ended writing
   */
  void sync();

  /** Writes all written so far into tables, of all keyspaces, and waits for it. Seldom needed. */
  void flush();

  /**
   * Gathers all tables of each keyspace in one level, without anything deleted or overwritten, and
   * waits.
   */
  void compact();

  /** Waits until no flush or compaction runs or is due. */
  void awaitIdle();
}
