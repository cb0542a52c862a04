package dev.malkoha.engine.opening;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.StoreWriter;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.Manifest;
import dev.malkoha.engine.version.ManifestFacts;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * One opening of a store: lock, CURRENT, manifest, tables and log are read; then a new manifest, a
 * new segment of the log, removal of what is left over. A crash at any point of it leaves a store
 * that opens again. What is refused, is refused before anything is changed.
 *
 * <p>The new manifest, which says the same as the old one, comes before the log's segment: the old
 * one's writer may have been killed before a force, so that what was read of it may yet be lost in
 * a power cut, and the log gives away what it is told that the manifest no longer needs.
 */
public final class StoreOpener extends Opening {

  private static final long SEGMENT_BYTES_MAX = 8 << 20;
  private static final long SEGMENT_BYTES_MIN = 16 << 10;
  private static final int SEGMENTS_PER_MEMTABLE = 8;

  private static final Pattern SIZES = Pattern.compile("(memTableBytes|blockCacheBytes)=\\S+");

  private final TimeAndChance outside;
  private final Opening.Wanted wanted;

  /**
   * Prepares an opening.
   *
   * @param outside the source of a new store's identity and secret hash seed, too
   */
  public StoreOpener(
      Disk disk,
      Path path,
      DbOptions options,
      Function<DbOptions, StoreMeans> meansOf,
      TimeAndChance outside,
      Opening.Wanted wanted) {
    super(disk, path, options, meansOf);
    this.outside = outside;
    this.wanted = wanted;
  }

  @Override
  Store openParts() throws IOException {
    checkCodecs(); // before anything is made
    if (wanted == Opening.Wanted.STORE && !disk.isDirectory(path)) {
      throw notFound();
    }
    Directory directory = keep(disk.openDirectory(path));
    if (wanted == Opening.Wanted.STORE) { // before the lock makes a file
      requireStore(directory);
    } else {
      holdsStore(directory);
    }
    DirectoryLock lock = keep(directory.lock(FileNames.LOCK));
    boolean exists = holdsStore(directory); // as somebody may have begun meanwhile
    ManifestState state =
        exists
            ? ManifestReader.readInForce(
                directory, tail -> note(Problem.of(Problem.Kind.MANIFEST, tail)))
            : newState();
    ManifestFacts.requireRoom(state);
    DbOptions kept = kept(state);
    state.apply(openingEdit(directory, state, kept));
    Span recovery = observer.begin(Span.Kind.RECOVERY);
    RecoveredParts recovered = recover(directory, state);
    observer.end(recovery, recovered::told);
    // Up to here nothing was changed: what is refused stays as it is.
    leaveCheckpoint(directory);
    OpenTables tables = recovered.tables();
    Manifest manifest = keep(Manifest.begin(directory, state));
    Log log = keep(recovered.log().open(logOptions(), outside.random()::nextLong));
    log.watch(observer);
    manifest.tidy(manifest.append(new EditEntry.LogMark(log.proof())));
    ObsoleteFiles.clear(directory, manifest)
        .forEach(stray -> note(Problem.of(Problem.Kind.UNKNOWN_FILE, stray)));
    Health health = new Health(observer::sealed);
    Versions versions = new Versions(manifest, tables, health);
    Shared shared = recovered.shared(health, means().memory(), versions, observer, outside);
    openTrees(shared, state, recovered);
    Checkpoints checkpoints = new Checkpoints(disk, directory, versions, log, shared);
    StoreWriter writer =
        new StoreWriter(shared, versions, log, means().workers(), checkpoints, kept);
    Store store =
        new Store(
            shared,
            writer,
            null,
            kept.toString(),
            List.copyOf(problems),
            List.of(log, manifest, tables, directory, lock, means()::letGo));
    tellOpened(store);
    writer.start();
    return store;
  }

  /**
   * Begins with the options given, over those stored, and returns what is stored from now on.
   * Stored sizes that the heap has no room for are left out, for this opening: they were of another
   * process.
   */
  private DbOptions kept(ManifestState state) {
    DbOptions given = options;
    KeyspaceState own = state.defaultKeyspace();
    boolean named = !given.given().isEmpty();
    DbOptions kept = given.over(stored(own, own.options(), named));
    if (given.resources() == null
        && HeapUse.isTight(kept.memoryBytesMax(), Runtime.getRuntime().maxMemory())) {
      String line = SIZES.matcher(own.options()).replaceAll("");
      begin(given.over(stored(own, line, named)));
      StoreLog.info(path + ": the stored sizes have no room in this heap: " + options);
    } else {
      begin(kept);
    }
    return kept;
  }

  private void checkCodecs() throws CodecMissingException {
    codec(options.defaultKeyspace());
    for (KeyspaceOptions named : options.keyspaces().values()) {
      codec(named);
    }
  }

  /** A store that is written to is not what the list of a checkpoint's files says. */
  private static void leaveCheckpoint(Directory directory) throws IOException {
    if (directory.exists(FileNames.CHECKPOINT)) {
      directory.delete(FileNames.CHECKPOINT);
      directory.force();
    }
  }

  /**
   * Our options and the keyspaces they name, and numbers above all files': those of an edit that
   * never came about may bear numbers that the manifest thinks are free.
   */
  private List<EditEntry> openingEdit(Directory directory, ManifestState state, DbOptions kept)
      throws IOException {
    long next = state.nextFile();
    for (String name : directory.list(name -> FileNames.numberOf(name) >= state.nextFile())) {
      long number = FileNames.numberOf(name);
      next = number < ManifestFacts.GIVEN_MAX ? Math.max(next, number + 1) : next;
    }
    List<EditEntry> edit = new ArrayList<>();
    edit.add(state.lineage().opened(outside.random()));
    edit.add(new EditEntry.OptionsLine(kept.given()));
    edit.add(EditEntry.Kind.NEXT_FILE.of(next));
    long keyspace = state.nextKeyspace();
    for (Map.Entry<String, KeyspaceOptions> named : options.keyspaces().entrySet()) {
      KeyspaceState known = state.keyspace(named.getKey());
      KeyspaceId id = known == null ? new KeyspaceId(keyspace++, named.getKey()) : known.id();
      KeyspaceOptions own = known == null ? named.getValue() : optionsOf(known);
      edit.add(new EditEntry.Keyspace(id, own.given()));
    }
    return edit;
  }

  private boolean holdsStore(Directory directory) throws IOException {
    return wanted == Opening.Wanted.MARKED_NEW
        ? StoreDirectory.holdsFinished(directory)
        : StoreDirectory.holdsStore(directory);
  }

  private ManifestState newState() {
    ManifestState state = new ManifestState();
    RandomGenerator random = outside.random();
    state.apply(List.of(new EditEntry.Identity(random.nextLong(), random.nextLong())));
    return state;
  }

  /** Segments grow to a part of a memtable, so that a flush frees most of what it can. */
  private LogOptions logOptions() {
    long part = options.defaultKeyspace().memTableBytes() / SEGMENTS_PER_MEMTABLE;
    long within = Math.clamp(part, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX);
    return new LogOptions(Long.highestOneBit(within)).growing();
  }
}
