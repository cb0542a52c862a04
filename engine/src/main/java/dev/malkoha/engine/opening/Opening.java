package dev.malkoha.engine.opening;

import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.compaction.ValueShares.ValueOptions;
import dev.malkoha.engine.events.StoreEvent.Opened;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.recovery.LogReplay;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Closeables;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.RecoveredLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps that both kinds of opening share: finding the store, refusing a directory that is none,
 * opening tables, and undoing a failed opening.
 */
public abstract sealed class Opening permits StoreOpener, ReadOnlyOpener {

  final Disk disk;
  final Path path;

  /** As given; from {@link #begin} on those in force. */
  DbOptions options;

  private final Function<DbOptions, StoreMeans> meansOf;
  private @Nullable StoreMeans means;

  /** Is told what happens to the store, from its opening on. */
  final Observer observer;

  private final Span opening;

  /** Problems of a store that can be read nevertheless, one sentence each. */
  final List<Problem> problems = new ArrayList<>();

  /** Stored options by their line: many keyspaces have the same. */
  private final Map<String, KeyspaceOptions> parsed = new HashMap<>();

  /** Opened resources, newest first, to be closed if the opening fails. */
  private final Deque<Closeable> opened = new ArrayDeque<>();

  Opening(Disk disk, Path path, DbOptions options, Function<DbOptions, StoreMeans> meansOf) {
    this.disk = disk;
    this.path = path;
    this.options = options;
    this.meansOf = meansOf;
    this.observer = new Observer(path, options);
    this.opening = observer.begin(Span.Kind.OPEN);
  }

  /**
   * The recovered parts of a store, in which nothing was changed yet.
   *
   * @param files the default keyspace's
   * @param versions each keyspace's tables, by its number
   * @param log what of it is in the replay, and how it goes on
   */
  record RecoveredParts(
      OpenTables tables,
      TableFiles files,
      Map<Long, Version> versions,
      LogReplay replay,
      RecoveredLog log) {

    /** The event that tells of it. */
    Recovered told(Path path, Duration took) {
      Stream<TableMeta> read =
          versions.values().stream().flatMap(version -> version.tables().stream()).map(Table::meta);
      return new Recovered(
          path, TableMeta.sum(read), replay.recordsRead(), replay.bytesRead(), took);
    }

    Shared shared(
        Health health,
        BudgetAccount memory,
        Versions versions,
        Observer observer,
        TimeAndChance outside) {
      Snapshots snapshots = new Snapshots(replay.lastSequence());
      return new Shared(
          new Trees(),
          health,
          new ReadSections(),
          snapshots,
          files.hasher(),
          memory,
          new SpareParts(),
          versions,
          observer,
          outside);
    }
  }

  /** Makes what the store works with, by the options that will be in force. */
  void begin(DbOptions inForce) {
    options = inForce;
    means = meansOf.apply(inForce);
    keep(means::letGo);
  }

  StoreMeans means() {
    return Objects.requireNonNull(means, "begun");
  }

  /** The options in force. */
  public DbOptions options() {
    return options;
  }

  /** Publishes the trees of what was recovered. */
  void openTrees(Shared shared, ManifestState state, RecoveredParts recovered) throws IOException {
    for (KeyspaceState keyspace : state.keyspaces()) {
      KeyspaceOptions own = optionsOf(keyspace);
      Version version = Objects.requireNonNull(recovered.versions.get(keyspace.id().number()));
      TableFiles files = files(recovered.files, own).with(keyspace.id());
      Tree tree = new Tree(shared, keyspace.id(), own, files);
      recovered.replay.of(keyspace).open(tree, version);
    }
  }

  /** The options of a keyspace: what the opening names of them, and for the rest what is stored. */
  KeyspaceOptions optionsOf(KeyspaceState keyspace) {
    if (keyspace.id().isDefault()) {
      return options.defaultKeyspace();
    }
    KeyspaceOptions named = options.keyspaces().get(keyspace.id().name());
    return named == null
        ? parsed.computeIfAbsent(
            keyspace.options(), line -> stored(keyspace, line, false).defaultKeyspace())
        : named.over(stored(keyspace, keyspace.options(), true).defaultKeyspace());
  }

  /** Parses a stored line; one that cannot be read is empty if the opening names options. */
  static DbOptions stored(KeyspaceState keyspace, String line, boolean named) {
    try {
      return DbOptions.parse(line);
    } catch (IllegalArgumentException e) {
      if (named) {
        return DbOptions.defaults();
      }
      throw new DbFormatException(
          "the stored options of keyspace "
              + keyspace.id()
              + " cannot be read: "
              + e.getMessage()
              + "; name some in the options of the opening, which then replace them",
          e);
    }
  }

  /** The settings that a keyspace's tables are made with. */
  TableFiles files(TableFiles files, KeyspaceOptions own) throws CodecMissingException {
    return files
        .with(own.blockBytes(), codec(own), own.filter(), own.prefixFilter())
        .with(ValueOptions.of(own));
  }

  /** Opens the store; what was opened is closed again if that fails. */
  public final Store open() throws IOException {
    try {
      return OwnThread.call(this::openParts); // one for all the files that are opened
    } catch (IOException | RuntimeException | Error e) { // also where memory does not suffice
      abandon(e);
      throw e;
    }
  }

  abstract Store openParts() throws IOException;

  /** Tells that all is open. Nothing runs in the background yet. */
  void tellOpened(Store store) {
    observer.end(opening, (directory, took) -> opened(directory, store, took));
  }

  private static Opened opened(Path path, Store store, Duration took) {
    Stream<TableMeta> tables =
        store.trees().all().stream()
            .flatMap(tree -> tree.view().version().tables().stream())
            .map(Table::meta);
    return new Opened(
        path,
        store.isReadOnly(),
        store.storedOptions(),
        TableMeta.sum(tables),
        store.problems().stream().map(Problem::toString).toList(),
        took);
  }

  <T extends Closeable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Closes what has been opened. */
  private void abandon(Throwable cause) {
    if (means != null) {
      means.workers().stop();
    }
    Aftermath.of(cause, () -> Closeables.closeAll(List.copyOf(opened)));
    StoreLog.await();
  }

  /** Notes a problem that keeps nobody from reading the store. */
  void note(Problem problem) {
    StoreLog.warn(problem.toString(), null);
    problems.add(problem);
  }

  /** The default keyspace's tables. */
  TableFiles tableFiles(Directory directory, ManifestState state, TableResources resources)
      throws CodecMissingException {
    EditEntry.Identity identity = state.identity();
    KeyHasher hasher = new KeyHasher(identity.hashSeed());
    KeyspaceOptions own = options.defaultKeyspace();
    TableOptions tableOptions =
        new TableOptions(own.blockBytes(), codec(own), own.filter(), hasher, own.prefixFilter());
    return new TableFiles(directory, identity.databaseId(), tableOptions, resources);
  }

  /** Opens the tables and reads the log. */
  RecoveredParts recover(Directory directory, ManifestState state) throws IOException {
    TableFiles files = tableFiles(directory, state, means().tables());
    OpenTables tables = keep(new OpenTables(files, null, observer));
    tables.openAhead(state);
    Map<Long, Version> versions = new HashMap<>();
    for (KeyspaceState keyspace : state.keyspaces()) {
      codec(optionsOf(keyspace)); // before anything is changed
      Version version = Version.open(tables, keyspace);
      version.tables().forEach(this::checkFilter);
      versions.put(keyspace.id().number(), version);
    }
    LogReplay replay =
        new LogReplay(state, files.hasher(), keyspace -> optionsOf(keyspace).memTableBytes(), path);
    RecoveredLog log = Log.recover(directory, state.logFloor(), state.logProof(), replay);
    replay.checkReach();
    log.problems().forEach(problem -> note(Problem.of(Problem.Kind.LOG, problem)));
    return new RecoveredParts(tables, files, versions, replay, log);
  }

  private void checkFilter(Table table) {
    String problem = table.filterProblem();
    if (!problem.isEmpty()) {
      note(Problem.of(Problem.Kind.FILTER, problem));
    }
  }

  /**
   * The codec of new tables, tried before use: better no store than one that takes writes and
   * cannot flush them.
   */
  Codec codec(KeyspaceOptions own) throws CodecMissingException {
    return Codecs.ready(own.compression().id());
  }

  /** Throws unless there is a store in the directory. */
  void requireStore(Directory directory) throws IOException {
    try {
      if (StoreDirectory.holdsStore(directory)) {
        return;
      }
    } catch (NoSuchFileException e) { // the directory has gone
    }
    throw notFound();
  }

  DbNotFoundException notFound() {
    return new DbNotFoundException(
        "there is no store in " + path + ": name the directory of one", null);
  }

  /** The state of a directory that an opening for writing accepts. */
  public enum Wanted {

    /** A store. */
    STORE,

    /** A store, or nothing: then one is made. */
    STORE_OR_NEW,

    /**
     * No store yet, but perhaps the mark of one in the making. The mark stays: nobody else opens
     * it.
     */
    MARKED_NEW
  }
}
