package dev.malkoha.engine.opening;

import module java.base;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.engine.events.StoreEvent.Tables;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.recovery.LogReplay;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.StoreWriter;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
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
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.RecoveredLog;
import org.jspecify.annotations.Nullable;

/**
 * One opening of a store: lock, CURRENT, manifest, tables and log are read; then a new manifest, a
 * new segment of the log, removal of what is left over. A crash at any point of it leaves a store
 * that opens again. What is refused, is refused before anything is changed.
 *
 * <p>The new manifest, which says the same as the old one, comes before the log's segment: the old
 * one's writer may have been killed before a force, so that what was read of it may yet be lost in
 * a power cut, and the log gives away what it is told that the manifest no longer needs. One of
 * which CURRENT says that it is durable goes on.
 */
public final class StoreOpener extends Opening {

  private static final long SEGMENT_BYTES_MAX = 8 << 20;
  private static final long SEGMENT_BYTES_MIN = 16 << 10;
  private static final int SEGMENTS_PER_MEMTABLE = 8;

  private static final Pattern SIZES = Pattern.compile("(memTableBytes|blockCacheBytes)=\\S+");

  private final Wanted wanted;

  /** Each keyspace's tables, by its number. */
  private final Map<Long, Version> recoveredTables = new HashMap<>();

  /** The number of the manifest that this opening goes on with; 0 if it begins a new one. */
  private long keptManifest;

  /** Prepares an opening. */
  public StoreOpener(Given given, Wanted wanted) {
    super(given);
    this.wanted = wanted;
  }

  @Override
  Store openParts() throws IOException {
    checkCodecs(); // before anything is made
    if (wanted == Wanted.STORE) {
      requireDirectory();
    }
    Directory directory = keep(disk.openDirectory(path));
    holdsStore(directory, wanted); // before the lock makes a file
    keepLast(directory.lock(FileNames.LOCK));
    boolean exists = holdsStore(directory, wanted); // as somebody may have begun meanwhile
    ManifestState state = exists ? readManifest(directory) : newState();
    ManifestFacts.requireRoom(state);
    DbOptions kept = kept(state);
    List<EditEntry> edit = openingEdit(directory, state, kept);
    state.apply(edit);
    Span recovery = observer.begin(Span.Kind.RECOVERY);
    TableFiles files = new TableFiles(directory, state.identity(), means().tables());
    Health health = new Health(observer::sealed);
    // After a failed edit it is in doubt what the manifest names.
    Predicate<String> stays = name -> health.isSealed() || state.isLive(name);
    OpenTables tables = keep(new OpenTables(files, null, observer, stays));
    LogReplay replay = new LogReplay(state, files.hasher(), this::optionsOf, path);
    EditEntry.Mark mark = options.openAtLastMark() ? lastMark(directory, state, replay) : null;
    RecoveredLog recovered = recover(directory, state, tables, replay);
    Tables read = TableMeta.sum(state.tables());
    observer.end(
        recovery,
        (where, took) ->
            new Recovered(where, read, replay.recordsRead(), replay.bytesRead(), took));
    // Up to here nothing was changed: what is refused stays as it is.
    leaveCheckpoint(directory);
    Manifest manifest = keep(Manifest.begin(directory, state, keptManifest));
    Log log = keep(recovered.open(logOptions(), outside.random()::nextLong));
    log.watch(observer);
    edit.add(new EditEntry.LogMark(log.proof()));
    manifest.tidy(manifest.append(KeyspaceId.DEFAULT, edit));
    mark = settleMarks(manifest, mark, replay, tables, files);
    ObsoleteFiles.clear(directory, manifest).forEach(this::note);
    Versions versions = new Versions(manifest, tables::open, health);
    Shared shared =
        new Shared(
            new Trees(),
            health,
            new ReadSections(),
            new Snapshots(
                replay.lastSequence(),
                new StoreTime(outside.clock(), Math.max(state.time(), replay.time()))),
            files.hasher(),
            means().memory(),
            means().parts(),
            versions,
            observer,
            outside);
    for (KeyspaceState keyspace : state.keyspaces()) {
      openTree(shared, keyspace, files, replay);
    }
    Checkpoints checkpoints = new Checkpoints(disk, directory, versions, log, shared);
    StoreWriter writer =
        new StoreWriter(shared, versions, log, means().workers(), checkpoints, kept, mark);
    Store store = finish(shared, writer, null, kept.toString());
    writer.start();
    return store;
  }

  /** Finds the last mark, if there is one, and has the replay end there. */
  private static EditEntry.@Nullable Mark lastMark(
      Directory directory, ManifestState state, LogReplay replay) throws IOException {
    LastMark last = new LastMark(state);
    Log.recover(directory, state.logFloor(), state.logProof(), last);
    EditEntry.Mark mark = last.mark();
    if (mark != null) {
      replay.leaveOutAbove(mark.sequence());
    }
    return mark;
  }

  /**
   * Takes back what is newer than the mark, or ends the marks of a store that is not opened there.
   * Only once all that was read of the log is durable: the edit names its last number.
   *
   * @return the mark from which the store goes on; null if it is not opened at its marks
   */
  private EditEntry.@Nullable Mark settleMarks(
      Manifest manifest,
      EditEntry.@Nullable Mark mark,
      LogReplay replay,
      OpenTables tables,
      TableFiles files)
      throws IOException {
    ManifestState state = manifest.state();
    long last = replay.lastSequence();
    if (!options.openAtLastMark()) {
      if (replay.isMarked() || state.mark() != null) {
        manifest.tidy(manifest.append(EditEntry.Kind.UNMARKED.of(last)));
      }
      return null;
    }
    if (mark != null && mark.sequence() == last) {
      return mark;
    }
    EditEntry.Mark now = new EditEntry.Mark(last, mark == null ? null : mark.label());
    List<EditEntry> edit = new ArrayList<>(List.of(now));
    if (mark != null) {
      edit.add(new EditEntry.Cut(mark.sequence(), last));
      takeBack(manifest, edit, mark, tables, files);
    } else {
      manifest.tidy(manifest.append(KeyspaceId.DEFAULT, edit));
    }
    return now;
  }

  private void takeBack(
      Manifest manifest,
      List<EditEntry> edit,
      EditEntry.Mark mark,
      OpenTables tables,
      TableFiles files)
      throws IOException {
    TakingBack taken = new TakingBack(mark.sequence(), manifest::newFileNumber);
    for (KeyspaceState keyspace : manifest.state().keyspaces()) {
      KeyspaceOptions own = optionsOf(keyspace);
      taken.add(keyspace, recovered(keyspace), files.with(own).with(keyspace.id()).withoutMerges());
    }
    edit.addAll(taken.edit());
    Set<Long> needless = manifest.append(KeyspaceId.DEFAULT, edit);
    List<Table> made = new ArrayList<>();
    for (WrittenTable written : taken.written()) {
      made.add(tables.open(written.meta()));
    }
    for (KeyspaceState keyspace : manifest.state().keyspaces()) {
      Version before = recovered(keyspace);
      recoveredTables.put(keyspace.id().number(), before.after(keyspace, made));
      before.release();
    }
    made.forEach(Table::release);
    manifest.tidy(needless);
  }

  private Version recovered(KeyspaceState keyspace) {
    return Objects.requireNonNull(recoveredTables.get(keyspace.id().number()));
  }

  private void openTree(Shared shared, KeyspaceState keyspace, TableFiles files, LogReplay replay)
      throws IOException {
    KeyspaceOptions own = optionsOf(keyspace);
    Tree tree = new Tree(shared, keyspace.id(), own, files.with(own).with(keyspace.id()));
    replay.of(keyspace).open(tree, recovered(keyspace));
  }

  /** Opens the tables and reads the log. */
  private RecoveredLog recover(
      Directory directory, ManifestState state, OpenTables tables, LogReplay replay)
      throws IOException {
    tables.openAhead(state);
    for (KeyspaceState keyspace : state.keyspaces()) {
      codec(optionsOf(keyspace)); // before anything is changed
      if (options.openAtLastMark()) {
        HeldMarks.check(optionsOf(keyspace));
      }
      Version version = Version.open(tables::open, keyspace);
      version.tables().forEach(table -> table.filterProblem().ifPresent(this::note));
      recoveredTables.put(keyspace.id().number(), version);
    }
    RecoveredLog log = Log.recover(directory, state.logFloor(), state.logProof(), replay);
    replay.checkReach();
    log.problems().forEach(problem -> note(Problem.of(Problem.Kind.LOG, problem)));
    return log;
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

  /**
   * The codec of new tables, tried before use: better no store than one that takes writes and
   * cannot flush them.
   */
  private static Codec codec(KeyspaceOptions own) throws CodecMissingException {
    return Codecs.ready(own.compression().id());
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

  private ManifestState readManifest(Directory directory) throws IOException {
    ManifestReader.Reading manifest = ManifestReader.readInForce(directory);
    if (!manifest.tail().isEmpty()) {
      note(Problem.of(Problem.Kind.MANIFEST, manifest.tail()));
    }
    keptManifest = manifest.isKept() ? manifest.number() : 0;
    return manifest.state();
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
