package dev.malkoha.engine.checkpoint;

import module java.base;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.events.StoreEvent.Checkpointed;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ManifestWriter;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogHold;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.LogProof;
import dev.malkoha.wal.RecoveredLog;

/**
 * Takes checkpoints of an open store, one after the other, while all else goes on, and makes stores
 * of checkpoints. Its monitor, the checkpoint lock, is held while one is taken: before all other
 * locks of the store but those of ingestions and of closing.
 */
public final class Checkpoints {

  private final Disk disk;
  private final Directory directory;
  private final Versions versions;
  private final Log log;
  private final Shared shared;

  /**
   * A checkpoint as it was taken.
   *
   * @param disk on which it is
   * @param path of its directory
   */
  public record Taken(Disk disk, Path path, FileList list, Checkpoint.Work work) {

    private Checkpointed told(Path store, Duration took) {
      return new Checkpointed(
          store, path, work.filesLinked(), work.filesCopied(), work.bytesCopied(), took);
    }
  }

  /**
   * Creates what takes them.
   *
   * @param disk on which they are made
   * @param directory the store's
   */
  public Checkpoints(Disk disk, Directory directory, Versions versions, Log log, Shared shared) {
    this.disk = disk;
    this.directory = directory;
    this.versions = versions;
    this.log = log;
    this.shared = shared;
  }

  /** The disk that the store is on. */
  public Disk disk() {
    return disk;
  }

  /**
   * Takes one into a directory; if that fails nothing of it is left.
   *
   * @param readsAll whether all files are read, and damaged ones refused
   */
  public synchronized Taken take(Path path, boolean readsAll) throws IOException {
    shared.health().checkTakesWrites();
    Span span = shared.observer().begin(Span.Kind.CHECKPOINT);
    Taken taken = UnfinishedStore.make(disk, path, to -> fill(to, readsAll));
    shared.observer().end(span, taken::told);
    return taken;
  }

  private Taken fill(UnfinishedStore to, boolean readsAll) throws IOException {
    try (Job job = versions.underLock(() -> new Job(to, readsAll))) {
      return new Taken(disk, to.directory().path(), job.run(), to.work());
    }
  }

  /** Waits for the one that is being taken, which ends soon once the store is said to be closed. */
  public synchronized void awaitEnd() {
    // it has ended
  }

  /**
   * Checks all of a checkpoint, and makes a store of it in another directory; if that fails nothing
   * is left of that.
   *
   * @param random draws what tells the store from other copies
   */
  public static Checkpoint.Work restore(
      Disk disk, Path checkpoint, Path target, RandomGenerator random) throws IOException {
    try (Directory from = open(disk, checkpoint)) {
      FileList list = FileList.read(from);
      List<String> problems = FileList.problems(from, list.files());
      if (!problems.isEmpty()) {
        throw FileList.damaged(from, String.join("; ", problems));
      }
      return UnfinishedStore.make(disk, target, to -> fill(from, list, to, random));
    }
  }

  /** Opens the directory of a checkpoint. */
  public static Directory open(Disk disk, Path checkpoint) throws IOException {
    if (!disk.isDirectory(checkpoint)) {
      throw new DbNotFoundException("there is no directory " + checkpoint, null);
    }
    return disk.openExisting(checkpoint);
  }

  /**
   * The log's files are written to again by a store that goes on. Manifest and CURRENT say which
   * copy of the store this is, so that it has others.
   */
  private static Checkpoint.Work fill(
      Directory from, FileList list, UnfinishedStore to, RandomGenerator random)
      throws IOException {
    for (Checkpoint.File file : list.files()) {
      String name = file.name();
      boolean isToBeMade =
          name.equals(FileNames.CURRENT) || FileNames.manifestNumber(name).isPresent();
      if (!isToBeMade && !to.add(from, name, file, FileNames.isUnchanging(name), () -> {})) {
        throw FileList.damaged(from, name + " has changed while it was copied");
      }
    }
    ManifestReader.Reading read = ManifestReader.readInForce(from);
    Current current = ManifestWriter.writeCopy(to.directory(), read.state(), read.number(), random);
    to.directory().force();
    current.putInForce(to.directory());
    to.wrote(current.manifestBytes());
    to.wrote(current.encode().length);
    return to.work();
  }

  /**
   * Fills a directory with a view of the running store, whose files all stay while it is held: the
   * log's records from its floor to its end, the tables and sidecars that the manifest's state
   * names, a manifest, their list, and last of all CURRENT.
   *
   * <p>The manifest and the log's end are taken under the version lock: so the log reaches what
   * tables hold, and every write is to a keyspace that the manifest knows. The log is copied first,
   * so that the running one need not be kept for long.
   */
  private final class Job implements AutoCloseable {

    private final UnfinishedStore to;
    private final boolean readsAll;
    private final Set<String> damaged = shared.observer().problems().keySet();
    private final List<Checkpoint.File> files = new ArrayList<>();
    private final long end;
    private final long sequence;
    private final Versions.Held held;
    private final LogHold logHold;

    /**
     * Takes the view, under the version lock. Holds the commit lock only to read two numbers.
     *
     * @param readsAll whether files that are linked are read, too
     */
    Job(UnfinishedStore to, boolean readsAll) {
      this.to = to;
      this.readsAll = readsAll;
      Health health = shared.health();
      try (Locked _ = Locked.by(health.commitLock())) {
        health.checkTakesWrites(); // else the log may end with a write that failed
        end = log.endPosition();
        sequence = shared.snapshots().newest();
      }
      held = versions.hold();
      try {
        shared.trees().hold(this, shared);
        logHold = log.hold(held.logFloor());
      } catch (RuntimeException | Error e) {
        letGo();
        throw e;
      }
    }

    private void letGo() {
      shared.trees().letGo(this, shared.sections());
      versions.letSidecarsGo();
    }

    @Override
    public void close() {
      logHold.close();
      letGo();
    }

    /** Does it all, but for the end of the mark. */
    FileList run() throws IOException {
      ManifestState state = held.state();
      copyLog(state);
      Set<Long> sidecars = new TreeSet<>();
      for (KeyspaceState keyspace : state.keyspaces()) {
        for (TableMeta table : keyspace.tables()) {
          addTable(table);
          VectorRef vector = table.vector();
          if (vector != null) {
            sidecars.add(vector.sidecar());
          }
        }
      }
      for (ValueFileMeta file : state.valueFiles()) {
        add(new Checkpoint.File(FileNames.values(file.number()), file.fileBytes(), file.crc()));
      }
      for (long sidecar : sidecars) {
        add(described(FileNames.sidecar(sidecar)));
      }
      long number = state.nextFile();
      state.apply(List.of(EditEntry.Kind.NEXT_FILE.of(number + 1)));
      Current current = ManifestWriter.writeCopy(to.directory(), state, number, random());
      addMade(FileNames.manifest(number));
      FileList list = list(state, current.encode());
      list.write(to.directory());
      to.directory().force();
      current.putInForce(to.directory());
      return list;
    }

    /**
     * Positions of the new log begin at its start, and its segments are as large as their records.
     */
    private void copyLog(ManifestState state) throws IOException {
      LogOptions options = LogOptions.holding(end - held.logFloor());
      Log.RecordHandler none = (position, buffer, offset, length) -> {};
      RecoveredLog empty = Log.recover(to.directory(), 0, LogProof.NONE, none);
      try (Log copy = empty.open(options, random()::nextLong)) {
        log.read(
            held.logFloor(),
            end,
            (position, buffer, offset, length) -> {
              checkOpen();
              copy.append(buffer, offset, length);
            });
        logHold.close();
        copy.force(copy.endPosition());
        state.apply(List.of(new EditEntry.LogMark(copy.proof())));
      }
      for (String name : to.directory().list()) {
        if (Log.isFile(name)) {
          addMade(name);
        }
      }
    }

    private void addMade(String name) throws IOException {
      Checkpoint.File file = FileList.describe(to.directory(), name, this::checkOpen);
      files.add(file);
      to.wrote(file.bytes());
    }

    private void addTable(TableMeta table) throws IOException {
      String name = FileNames.table(table.number());
      Integer noted = table.crc();
      int crc = noted == null ? described(name).crc32c() : noted;
      add(new Checkpoint.File(name, table.fileBytes(), crc));
    }

    /** A file of the store as it is now. */
    private Checkpoint.File described(String name) throws IOException {
      return FileList.describe(directory, found(name), this::checkOpen).named(name);
    }

    /**
     * Tables, sidecars and value files never change, so one file will do for all stores that have
     * it.
     */
    private void add(Checkpoint.File file) throws IOException {
      checkOpen();
      String found = found(file.name());
      if (damaged.contains(file.name())
          || directory.size(found) != file.bytes()
          || (readsAll && !described(file.name()).equals(file))
          || !to.add(directory, found, file, true, this::checkOpen)) {
        throw new DbCorruptionException(
            file.name()
                + " is damaged: it has not the bytes that were written; there is no checkpoint of it."
                + " Restore the store from an earlier one, or salvage it",
            null);
      }
      files.add(file);
    }

    private String found(String name) throws IOException {
      return FileNames.found(directory, name);
    }

    private FileList list(ManifestState state, byte[] current) {
      files.sort(Comparator.comparing(Checkpoint.File::name));
      int crc = Crc32c.of(current, 0, current.length);
      files.add(new Checkpoint.File(FileNames.CURRENT, current.length, crc));
      to.wrote(current.length);
      return new FileList(state.identity().databaseId(), sequence, files);
    }

    private void checkOpen() {
      shared.health().checkOpen();
    }

    private RandomGenerator random() {
      return shared.outside().random();
    }
  }
}
