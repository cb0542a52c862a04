package dev.malkoha.engine.opening;

import module java.base;

import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.events.StoreEvent.Opened;
import dev.malkoha.engine.follow.ConcurrentReader;
import dev.malkoha.engine.follow.LiveManifest;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.store.StoreWriter;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * The steps that both kinds of opening share: finding the store, refusing a directory that is none,
 * opening tables, and undoing a failed opening.
 */
public abstract sealed class Opening permits StoreOpener, Opening.OfReader {

  final Disk disk;
  final Path path;
  final TimeAndChance outside;

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

  /**
   * A place to open at, and what is given for it.
   *
   * @param meansOf makes what the store works with, by the options in force
   * @param outside the source of a new store's identity and secret hash seed, too
   */
  public record Given(
      Disk disk,
      Path path,
      DbOptions options,
      Function<DbOptions, StoreMeans> meansOf,
      TimeAndChance outside) {}

  Opening(Given given) {
    this.disk = given.disk;
    this.outside = given.outside;
    this.path = given.path;
    this.options = given.options;
    this.meansOf = given.meansOf;
    this.observer = new Observer(path, options);
    this.opening = observer.begin(Span.Kind.OPEN);
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

  /** Makes a store of all that was opened, and tells of it. Nothing runs in the background yet. */
  Store finish(
      Shared shared,
      @Nullable StoreWriter writer,
      @Nullable ConcurrentReader reader,
      String storedOptions) {
    List<Problem> found = List.copyOf(problems);
    Store store = new Store(shared, writer, reader, storedOptions, found, List.copyOf(opened));
    Stream<Table> tables =
        shared.trees().all().stream().flatMap(tree -> tree.view().version().tables().stream());
    observer.end(
        opening,
        (directory, took) ->
            new Opened(
                directory,
                writer == null,
                storedOptions,
                TableMeta.sum(tables.map(Table::meta)),
                found.stream().map(Problem::toString).toList(),
                took));
    return store;
  }

  /**
   * Keeps the lock: it is let go of once the directory is closed, and nobody makes a file there.
   */
  void keepLast(Closeable lock) {
    opened.addLast(lock);
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
    Aftermath.of(cause, () -> Aftermath.closeAll(List.copyOf(opened)));
    StoreLog.await();
  }

  /** Notes a problem that keeps nobody from reading the store. */
  void note(Problem problem) {
    StoreLog.warn(problem.toString(), null);
    problems.add(problem);
  }

  /**
   * Whether there is a store in the directory.
   *
   * @throws DbNotFoundException if there is none, and none is to be made
   */
  boolean holdsStore(Directory directory, Wanted wanted) throws IOException {
    boolean holds = false;
    try {
      holds =
          wanted == Wanted.MARKED_NEW
              ? StoreDirectory.holdsFinished(directory)
              : StoreDirectory.holdsStore(directory);
    } catch (NoSuchFileException e) { // the directory has gone
    }
    if (!holds && wanted == Wanted.STORE) {
      throw notFound();
    }
    return holds;
  }

  /** Throws unless the directory exists. */
  void requireDirectory() throws IOException {
    if (!disk.isDirectory(path)) {
      throw notFound();
    }
  }

  private DbNotFoundException notFound() {
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

  /**
   * One opening of a store that changes no file and takes no lock: CURRENT, manifest, tables, and
   * the log's records in memtables, as many as they fill. Somebody else may write to the store
   * meanwhile and afterwards.
   */
  public static final class OfReader extends Opening {

    /** Prepares an opening. */
    public OfReader(Given given) {
      super(given);
    }

    /** Opens the store, which must exist. */
    @Override
    Store openParts() throws IOException {
      begin(options);
      requireDirectory();
      Directory directory = keep(disk.openExisting(path));
      holdsStore(directory, Wanted.STORE);
      LiveManifest manifest = new LiveManifest(directory);
      ManifestState first = manifest.look();
      TableResources tables = means().tables().beside(); // files that the writer deletes stay open
      ConcurrentReader reader =
          keep(
              new ConcurrentReader(
                  manifest,
                  new TableFiles(directory, first.identity(), tables), // to be read alone
                  this::optionsOf,
                  observer,
                  outside));
      reader.begin().forEach(this::note);
      return finish(reader.shared(), null, reader, "");
    }
  }
}
