package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.engine.version.StoredManifest;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.RecoveredLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One opening of a store: lock, CURRENT, manifest, tables and log are read; then a new manifest, a
 * new segment of the log, removal of what is left over. A crash at any point of it leaves a store
 * that opens again. What is refused, is refused before anything is changed.
 *
 * <p>The new manifest, which says the same as the old one, comes before the log's segment: the old
 * one's writer may have been killed in front of a force, so that what was read of it may yet be
 * lost in a power cut, and the log gives away what it is told that the manifest no longer needs.
 */
public final class StoreOpener extends Opening {

  private static final long SEGMENT_BYTES_MAX = 8 << 20;
  private static final long SEGMENT_BYTES_MIN = 16 << 10;
  private static final int SEGMENTS_PER_MEMTABLE = 8;

  private final Workers workers;
  private final RandomGenerator random;

  /**
   * Prepares an opening.
   *
   * @param random the source of a new store's identity and secret hash seed
   */
  public StoreOpener(
      Disk disk, Path path, DbOptions options, Workers workers, RandomGenerator random) {
    super(disk, path, options);
    this.workers = workers;
    this.random = random;
  }

  /** Opens the store, creating it where there is none and {@code mayCreate} allows it. */
  public Store open(boolean mayCreate) throws IOException {
    try {
      return openParts(mayCreate);
    } catch (IOException | RuntimeException | Error e) { // also where memory does not suffice
      abandon(e);
      throw e;
    }
  }

  private Store openParts(boolean mayCreate) throws IOException {
    codec(); // before anything is made
    if (!mayCreate && !disk.isDirectory(path)) {
      throw notFound();
    }
    Directory directory = keep(disk.openDirectory(path));
    if (!mayCreate) { // before the lock makes a file
      requireStore(directory);
    }
    DirectoryLock lock = keep(directory.lock(FileNames.LOCK));
    boolean exists = directory.exists(FileNames.CURRENT);
    Problems problems = new Problems();
    ManifestState state = exists ? readManifest(directory, problems) : newState(directory);
    KeyHasher hasher = new KeyHasher(state.identity().hashSeed());
    BlockCache cache = new BlockCache(options.blockCacheBytes());
    TableFiles files = tableFiles(directory, state, hasher, cache);
    OpenTables tables = keep(new OpenTables(files));
    Version version = VersionSet.openVersion(tables, state);
    problems.addFilters(version);
    LogReplay replay = new LogReplay(hasher, options.memTableBytes(), state.lastSequence(), path);
    RecoveredLog recovered = Log.recover(directory, state.logFloor(), state.logProof(), replay);
    recovered.problems().forEach(problems::add);
    // Up to here nothing was changed: what is refused stays as it is.
    VersionSet versions = keep(VersionSet.begin(directory, tables, state, version));
    Log log = keep(recovered.open(logOptions()));
    versions.note(new EditEntry.LogMark(log.proof()));
    ObsoleteFiles.clear(directory, versions).forEach(problems::add);
    Views views = new Views(replay.view(version));
    ReadSections sections = new ReadSections();
    SnapshotList snapshots = new SnapshotList();
    LevelTargets targets = new LevelTargets(options.tableBytes());
    Installer installer = new Installer(versions, views, sections);
    Maintenance maintenance =
        new MaintenanceBuilder(options, files, installer, views, snapshots, log, targets).build();
    StoreParts parts =
        new StoreParts(
            directory,
            lock,
            log,
            versions,
            tables,
            cache,
            hasher,
            new Health(),
            views,
            sections,
            snapshots,
            targets,
            maintenance);
    Store store = new Store(parts, options, workers, replay.lastSequence(), problems.list());
    store.start();
    return store;
  }

  /** The manifest's state, made ready for this life: our options, and numbers above all files'. */
  private ManifestState readManifest(Directory directory, Problems problems) throws IOException {
    StoredManifest manifest = ManifestReader.readInForce(directory);
    problems.addManifest(manifest);
    manifest.state().apply(lifeEdit(directory, manifest.state().nextFile()));
    return manifest.state();
  }

  /** Files of an edit that never came about may bear numbers that the manifest thinks are free. */
  private VersionEdit lifeEdit(Directory directory, long nextFile) throws IOException {
    long next = nextFile;
    for (String name : directory.list()) {
      next = Math.max(next, FileNames.number(FileNames.withoutDraft(name)).orElse(0) + 1);
    }
    return new VersionEdit(
        List.of(new EditEntry.OptionsLine(options.toString()), new EditEntry.NextFile(next)));
  }

  private ManifestState newState(Directory directory) throws IOException {
    refuseTables(directory);
    refuseRecords(directory);
    ManifestState state = new ManifestState();
    state.apply(
        new VersionEdit(List.of(new EditEntry.Identity(random.nextLong(), random.nextLong()))));
    state.apply(lifeEdit(directory, 1));
    return state;
  }

  private LogOptions logOptions() {
    long share = options.memTableBytes() / SEGMENTS_PER_MEMTABLE;
    long bytes = Math.clamp(share, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX);
    return new LogOptions(Long.highestOneBit(bytes));
  }

  @Override
  void abandon(Throwable cause) {
    workers.stop();
    super.abandon(cause);
  }
}
