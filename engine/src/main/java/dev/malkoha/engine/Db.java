package dev.malkoha.engine;

import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.store.Failures;
import dev.malkoha.engine.store.Opening;
import dev.malkoha.engine.store.ReadOnlyOpener;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.StoreOpener;
import dev.malkoha.engine.store.Tree;
import dev.malkoha.engine.store.Workers;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An open store: an ordered map from byte strings to byte strings, on local disk.
 *
 * <p>Any number of threads may use it at once. Reads never wait for writes, flushes or compactions.
 * A write is atomic, is seen by every read that begins after it returned, and survives what its
 * {@link Durability} says. A read that cannot be answered throws; it never says "absent" instead.
 *
 * <p>All methods throw {@link IllegalStateException} after {@link #close}, which also ends the
 * snapshots and cursors that the store handed out, and a {@link DbException} where the disk or its
 * contents fail.
 */
public final class Db implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(Db.class.getName());

  /** Writes nothing, where writing is possible at all. */
  private static final WriteBatch NOTHING = new WriteBatch();

  private final Path directory;
  private final DbOptions options;
  private final Store store;
  private final Tree tree;
  private final Handles handles;

  private Db(Path directory, DbOptions options, Store store) {
    this.directory = directory;
    this.options = options;
    this.store = store;
    this.tree = store.tree();
    this.handles = new Handles(directory, store::isOpen);
  }

  /** Opens a store with default options, creating it where there is none. */
  public static Db open(Path directory) {
    return open(directory, DbOptions.defaults());
  }

  /**
   * Opens a store, creating it (with missing parent directories) where there is none.
   *
   * @throws DbLockedException if it is open already, here or in another process
   * @throws DbCorruptionException if what must be there is missing or damaged
   * @throws DbFormatException if the {@link Compression} of the options or of the store's tables
   *     cannot be used here
   */
  public static Db open(Path directory, DbOptions options) {
    return openOnThisMachine(directory, options, true);
  }

  /**
   * Opens a store that must exist.
   *
   * @throws DbNotFoundException if there is none; nothing is created
   */
  public static Db openExisting(Path directory, DbOptions options) {
    return openOnThisMachine(directory, options, false);
  }

  /** Opens a store that must exist for reading only, with default options. */
  public static Db openReadOnly(Path directory) {
    return openReadOnly(directory, DbOptions.defaults());
  }

  /**
   * Opens a store that must exist for reading only: no file is made, changed or removed, by the
   * opening or by anything after it. What the log holds is gathered in memory; nothing is flushed,
   * compacted or made durable. Of the options only the sizes of block cache and memtables matter.
   *
   * <p>{@link #get}, {@link #scan}, {@link #snapshot} and {@link #stats} work as ever; {@link
   * #awaitIdle} returns at once; what would write throws {@link UnsupportedOperationException}.
   *
   * <p>The store's lock is taken, so that nobody writes meanwhile. Two stores cannot be locked so.
   * One whose lock file may not be written to (no right to, or a file system mounted for reading)
   * is locked for reading: that keeps writers out, and lets other processes read it in the same
   * way. One without a lock file, such as a copy, is opened unlocked: see to it that nobody writes
   * to it.
   *
   * <p>A store whose writer was killed shows all that was written. What was not yet durable of that
   * becomes so when the store is next opened for writing.
   *
   * @throws DbNotFoundException if there is none; nothing is created
   * @throws DbLockedException if it is open already, here or in another process
   * @throws DbCorruptionException if what must be there is missing or damaged
   */
  public static Db openReadOnly(Path directory, DbOptions options) {
    Db db = openReadOnly(FileDisk.INSTANCE, directory, options);
    LOGGER.log(Level.INFO, "opened {0} read-only", directory);
    return db;
  }

  /** Opens a store read-only on a disk that is handed in: for tests. */
  static Db openReadOnly(Disk disk, Path directory, DbOptions options) {
    return open(directory, options, new ReadOnlyOpener(disk, directory, options));
  }

  private static Db openOnThisMachine(Path directory, DbOptions options, boolean mayCreate) {
    Workers workers = Workers.threads(options.backgroundThreads());
    Db db = open(FileDisk.INSTANCE, directory, options, workers, new SecureRandom(), mayCreate);
    LOGGER.log(Level.INFO, "opened {0} with {1}", directory, options);
    return db;
  }

  /** Opens a store with its surroundings handed in: for tests. */
  static Db open(
      Disk disk,
      Path directory,
      DbOptions options,
      Workers workers,
      RandomGenerator random,
      boolean mayCreate) {
    return open(
        directory, options, new StoreOpener(disk, directory, options, workers, random, mayCreate));
  }

  private static Db open(Path directory, DbOptions options, Opening opening) {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(options, "options");
    try {
      return of(directory, options, opening.open());
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** A store that no memory is left to hand out would be locked until the process ends. */
  private static Db of(Path directory, DbOptions options, Store store) throws IOException {
    try {
      return new Db(directory, options, store);
    } catch (Error e) {
      store.close();
      throw e;
    }
  }

  /** Whether the store was opened read-only. */
  public boolean isReadOnly() {
    return store.isReadOnly();
  }

  /**
   * What was found to be wrong with the store when it was opened, in words for people; empty for a
   * sound one. It may be slower for it, as where a filter is of no use, or hold less: where it says
   * that the log or the manifest ends early, the last writes may be lost, as after a power cut that
   * nothing was forced against. What was set aside lies in the folder {@code set-aside}. A store
   * opened read-only may lack deletes, so that deleted keys are among the others. {@link
   * DbTools#verify} looks at more.
   */
  public List<String> problems() {
    return store.problems();
  }

  /** The directory the store lies in. */
  public Path directory() {
    return directory;
  }

  /** The options in force. */
  public DbOptions options() {
    return options;
  }

  /**
   * The options that are stored with the data, as text: those of this opening, or if it is
   * read-only, of the last one for writing.
   */
  public String storedOptions() {
    return store.storedOptions();
  }

  /** Sets a key's value, with the durability of the options. */
  public void put(byte[] key, byte[] value) {
    put(key, value, options.durability());
  }

  /**
   * Sets a key's value.
   *
   * @param key 0 to 65,535 bytes; copied
   * @param value 0 bytes to 256 MiB; copied
   * @throws IllegalArgumentException if one is longer; nothing is written
   */
  public void put(byte[] key, byte[] value, Durability durability) {
    Limits.checkKey(key);
    Limits.checkValue(value);
    write(EntryKind.PUT, key, value, durability);
  }

  private void write(byte kind, byte[] key, byte[] value, Durability durability) {
    try {
      store.writer().write(kind, key, value, Objects.requireNonNull(durability, "durability"));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Sets a key's value to what the segments hold now, with the durability of the options. */
  public void put(MemorySegment key, MemorySegment value) {
    put(key, value, options.durability());
  }

  /** Sets a key's value to what the segments hold now. */
  public void put(MemorySegment key, MemorySegment value, Durability durability) {
    put(Limits.keyBytes(key), Limits.valueBytes(value), durability);
  }

  /** Removes a key, with the durability of the options. Removing an absent key is no error. */
  public void delete(byte[] key) {
    delete(key, options.durability());
  }

  /** Removes a key. Removing an absent key is no error. */
  public void delete(byte[] key, Durability durability) {
    Limits.checkKey(key);
    write(EntryKind.DELETE, key, BatchFormat.NO_BYTES, durability);
  }

  /** Removes the key that the segment holds now, with the durability of the options. */
  public void delete(MemorySegment key) {
    delete(key, options.durability());
  }

  /** Removes the key that the segment holds now. */
  public void delete(MemorySegment key, Durability durability) {
    delete(Limits.keyBytes(key), durability);
  }

  /**
   * Removes every key of a range, with the durability of the options.
   *
   * @see #deleteRange(byte[], byte[], Durability)
   */
  public void deleteRange(byte[] from, byte[] to) {
    deleteRange(from, to, options.durability());
  }

  /**
   * Removes every key from {@code from} (inclusive) to {@code to} (exclusive), in unsigned
   * lexicographic order, as one atomic write. Removing where nothing is is no error, and a range
   * whose ends are the same key holds none, so that nothing is written.
   *
   * <p>It costs one short record however many keys the range holds; nothing is read. As long as the
   * range may still cover something on disk, each read of a present key, anywhere, also searches
   * the ranges in force: tens of nanoseconds, a hundred where there are thousands of them. What is
   * covered leaves the disk as its tables are merged; until then a scan over it steps over it.
   *
   * <p>Snapshots and cursors from before go on seeing what they saw, and a later put of a key in
   * the range is seen as any other.
   *
   * @param from 0 to 65,535 bytes; copied
   * @param to 0 to 65,535 bytes; copied. For all keys of a prefix this is {@link KeyRange#prefix}'s
   *     {@link KeyRange#to}, where there is one
   * @throws IllegalArgumentException if one is longer, or {@code from} is above {@code to}; nothing
   *     is written
   */
  public void deleteRange(byte[] from, byte[] to, Durability durability) {
    if (Limits.checkRange(from, to)) {
      write(EntryKind.DELETE_RANGE, from, to, durability);
    } else {
      write(NOTHING, durability);
    }
  }

  /** Writes a batch, all or nothing, with the durability of the options. */
  public void write(WriteBatch batch) {
    write(batch, options.durability());
  }

  /** Writes a batch, all or nothing. An empty one does nothing. */
  public void write(WriteBatch batch, Durability durability) {
    try {
      store.writer().write(batch.encoded(), Objects.requireNonNull(durability, "durability"));
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** The value of a key, as a fresh array; null if the key is absent. */
  public byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    return get(key, -1);
  }

  private byte @Nullable [] get(byte[] key, long atSequence) {
    try {
      return tree.get(key, atSequence);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** The value that a key had when the snapshot was taken; null if it was absent. */
  public byte @Nullable [] get(byte[] key, Snapshot snapshot) {
    Limits.checkKey(key);
    try {
      return get(key, snapshot.sequenceIn(this));
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  /** The value of the key that the segment holds now; null if the key is absent. */
  public byte @Nullable [] get(MemorySegment key) {
    return get(Limits.keyBytes(key));
  }

  /** The value that the key in the segment had when the snapshot was taken; null if absent. */
  public byte @Nullable [] get(MemorySegment key, Snapshot snapshot) {
    return get(Limits.keyBytes(key), snapshot);
  }

  /** How {@link #get(byte[])} finds its answer: looks the key up once, and is counted like that. */
  public GetExplanation explainGet(byte[] key) {
    Limits.checkKey(key);
    try {
      return tree.explain(key);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Takes a snapshot of now. While it is open, what it sees is kept; close it soon. */
  public Snapshot snapshot() {
    long sequence = store.openSnapshot();
    return new Snapshot(this, sequence, handles, () -> store.closeSnapshot(sequence));
  }

  /** A cursor over a range as it is now; it stands before the first entry. Close it soon. */
  public Cursor scan(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return new Cursor(store, tree.scan(range, -1), handles);
  }

  /** A cursor over a range as it was when the snapshot was taken. */
  public Cursor scan(KeyRange range, Snapshot snapshot) {
    Objects.requireNonNull(range, "range");
    try {
      return new Cursor(store, tree.scan(range, snapshot.sequenceIn(this)), handles);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  /** Writes everything written so far into tables and waits for it. Seldom needed. */
  public void flush() {
    store.writer().flush();
  }

  /** Gathers all tables in one level, without anything deleted or overwritten, and waits. */
  public void compact() {
    store.writer().compact();
  }

  /** Waits until no flush or compaction runs or is due. */
  public void awaitIdle() {
    store.awaitIdle();
  }

  /** What the store has done and holds. */
  public DbStats stats() {
    return new DbStats(store.figures());
  }

  /**
   * Closes the store. What was written is durable afterwards. May be called more than once, also at
   * the same time: each call returns when all is closed.
   */
  @Override
  public void close() {
    try {
      store.close();
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
