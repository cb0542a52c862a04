package dev.malkoha.engine.follow;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.recovery.LogReplay;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Trees.TreeViews;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.CorruptFileException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.wal.CorruptLogException;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogFollower;
import dev.malkoha.wal.LogMovedException;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only read, while somebody else may be writing to it: its files are read into one
 * moment after another. It publishes a view of one, and on request a later one. Takes no lock of
 * the store and changes nothing. Any thread; refreshes wait for each other, reads for none.
 *
 * <p>A moment is what the manifest says, and the log up to an end that reaches all that tables
 * hold. Keyspaces are the same before and after the log was read, and no tables joined meanwhile
 * whose number the log had: so it is a moment that the store has been through. Whatever is missing
 * or has moved makes the reading begin again from CURRENT; what has been opened by then is kept for
 * that. How far the log has to be read is fixed by the first reading: so the next ones have less
 * and less to read, however fast the writer is.
 *
 * <p>Files are read by name. Where another copy of the store is given their place, the manifest
 * that is read last is that one's, and nothing is shown of what was read before it.
 */
public final class ConcurrentReader implements Closeable {

  private static final Log.RecordHandler UNHEEDED = (position, buffer, offset, length) -> {};

  /** A fault in so many readings is damage, whatever the writer does meanwhile. */
  private static final int ROUNDS_MAX = 10;

  private final LiveManifest manifest;
  private final TableFiles files;
  private final Function<KeyspaceState, KeyspaceOptions> optionsOf;
  private final Shared shared;
  private final OpenTables tables;

  /**
   * Tables that the next view may take over, held: those of the view before, and what was opened
   * for one that did not come about.
   */
  private final Map<Long, Table> kept = new HashMap<>();

  private final LogTail log;
  private final List<Problem> problems = new ArrayList<>();

  /** The published view; null before the first. */
  private volatile @Nullable Shown shown;

  /**
   * Manifest fingerprint at the first confirmed damage; empty if there was none. While it stays the
   * same, tables are opened whose deletion vector cannot be read.
   */
  private String damagedAt = "";

  /** The lineage of the tables that are kept. */
  private EditEntry.@Nullable Lineage lineage;

  /**
   * A published view.
   *
   * @param manifest what names the tables
   * @param views read at one sequence number
   * @param logRecords how many records of the log were read
   * @param logTime the last time that they have the store tell
   */
  public record Shown(ManifestState manifest, TreeViews views, long logRecords, long logTime) {

    /** All tables, by their numbers. */
    public Map<Long, Table> tables() {
      Map<Long, Table> tables = new HashMap<>();
      for (Tree tree : views.trees()) {
        views.version(tree).tables().forEach(table -> tables.put(table.meta().number(), table));
      }
      return tables;
    }
  }

  /**
   * Prepares the reading.
   *
   * @param manifest of the store
   * @param files its tables
   * @param optionsOf how a keyspace is opened
   * @param observer of the store
   * @param outside the reader's time
   */
  public ConcurrentReader(
      LiveManifest manifest,
      TableFiles files,
      Function<KeyspaceState, KeyspaceOptions> optionsOf,
      Observer observer,
      TimeAndChance outside) {
    Health health = new Health(_ -> {});
    this.shared =
        new Shared(
            new Trees(),
            health,
            new ReadSections(),
            new Snapshots(0, new StoreTime(outside.clock(), 0)),
            files.hasher(),
            new MemTableBudget(Long.MAX_VALUE, false).open(),
            new SpareParts(),
            null,
            observer,
            outside);
    this.manifest = manifest;
    this.files = files;
    this.optionsOf = optionsOf;
    this.tables = new OpenTables(files, this::refuseOrNote, observer, _ -> true);
    this.log = new LogTail(files, optionsOf, health.commitLock());
  }

  private void refuseOrNote(Problem problem) {
    if (!manifest.glance().equals(damagedAt)) {
      throw new DbCorruptionException(problem.toString(), null);
    }
    problems.add(problem);
  }

  /** State that the trees of all views share. */
  public Shared shared() {
    return shared;
  }

  /** The published view. Its tables stay open until a refresh or the end. */
  public Shown shown() {
    return Objects.requireNonNull(shown, "begun");
  }

  /**
   * Publishes the first view.
   *
   * @return problems of a store that can be read nevertheless
   */
  public List<Problem> begin() throws IOException {
    refresh();
    List<Problem> found = new ArrayList<>(problems);
    found.addAll(problemsAtRest(shown().manifest));
    return found;
  }

  /**
   * Publishes the present view.
   *
   * @return whether that shows anything else
   */
  public synchronized boolean refresh() throws IOException {
    shared.health().checkOpen();
    Shown before = shown;
    Shown next = OwnThread.call(() -> next(before)); // one for all files
    if (next.equals(before)) {
      return false;
    }
    TreeViews old = publish(next);
    old.release();
    return next.views.sequence() != old.sequence() || !next.views.trees().equals(old.trees());
  }

  /** Returns the view before, which nobody begins to read any more. */
  private TreeViews publish(Shown next) {
    shown = next;
    shared.snapshots().time().moveTo(Math.max(next.manifest.time(), next.logTime));
    shared.snapshots().publish(next.views.sequence());
    TreeViews before = shared.trees().replace(next.views);
    for (Tree tree : before.trees()) {
      if (next.views.tree(tree.id().number()) == null) {
        tree.markDropped();
      }
    }
    shared.sections().awaitEarlierReads();
    return before;
  }

  /**
   * Waits for a refresh that is under way, and lets go of what is shown and of what the next one
   * would go on from. Once the store refuses all use, none begins.
   */
  public synchronized void awaitRefresh() {
    log.forget();
    shown = new Shown(shown().manifest, TreeViews.empty(), shown().logRecords, shown().logTime);
  }

  /** The present view, whose tables are held; the one before if nothing has changed since. */
  private Shown next(@Nullable Shown before) throws IOException {
    log.begin();
    if (before != null) {
      lineage = before.manifest.lineage();
      before.tables().values().forEach(this::keep);
    }
    try {
      for (int rounds = 1; true; rounds++) {
        try {
          return manifest.settled(glance -> read(before));
        } catch (NoSuchFileException
            | EOFException
            | CorruptFileException
            | DbCorruptionException e) {
          String now = manifest.glance();
          if (now.equals(damagedAt) || rounds == ROUNDS_MAX) {
            throw e;
          }
          damagedAt = now;
        }
      }
    } catch (DbNotFoundException e) {
      log.forget(); // the last that was read of it may be another one's
      throw e;
    } finally {
      damagedAt = "";
      letTablesGo();
    }
  }

  /**
   * The tables are opened before the log is read, and kept: the writer may delete them meanwhile.
   */
  @SuppressWarnings("ReferenceEquality") // an unchanged manifest has the very same state
  private Shown read(@Nullable Shown before) throws IOException {
    ManifestState state = manifest.look();
    while (true) {
      refuseIfAnother(state, before);
      keepTablesOf(state.lineage());
      for (KeyspaceState keyspace : state.keyspaces()) {
        for (TableMeta meta : keyspace.tables()) {
          open(meta).release();
        }
      }
      LogReplay replay = log.follow(state);
      ManifestState later = manifest.look();
      if (later.isBeside(state) && log.isWhole(later.logFloor()) && !replay.hasMissed(later)) {
        if (before != null
            && before.manifest == state
            && before.views.sequence() == replay.shownSequence()) {
          return before;
        }
        return shown(before, state, replay);
      }
      state = later;
    }
  }

  private void refuseIfAnother(ManifestState state, @Nullable Shown before) {
    if (state.identity().databaseId() != files.databaseId()
        || (before != null && !before.manifest.mayBecome(state))) {
      throw new DbNotFoundException(
          "another store, or another copy of it, lies in "
              + files.directory().path()
              + " by now: open that one",
          null);
    }
  }

  /** Another opening may be of another copy, whose files of the same numbers are others. */
  private void keepTablesOf(EditEntry.Lineage now) {
    if (!now.equals(lineage)) {
      lineage = now;
      letTablesGo();
    }
  }

  private void keep(Table table) {
    table.retain();
    Table before = kept.put(table.meta().number(), table);
    if (before != null) {
      before.release();
    }
  }

  private void letTablesGo() {
    kept.values().forEach(Table::release);
    kept.clear();
  }

  /** A table with another deletion vector is opened again: its filter has lost other keys, too. */
  private Table open(TableMeta meta) throws IOException {
    Table known = kept.get(meta.number());
    if (known != null && Objects.equals(known.meta().vector(), meta.vector())) {
      known.retain();
      return known;
    }
    Table opened = tables.open(meta);
    opened.filterProblem().ifPresent(problems::add);
    keep(opened);
    return opened;
  }

  private Shown shown(@Nullable Shown before, ManifestState state, LogReplay replay)
      throws IOException {
    // Before tables are held for the view: options that cannot be read fail.
    List<Tree> trees = state.keyspaces().stream().map(each -> tree(before, each)).toList();
    TreeViews views = TreeViews.empty();
    try {
      for (Tree tree : trees) {
        KeyspaceState keyspace = Objects.requireNonNull(state.keyspace(tree.id().number()));
        views = views.withFixed(tree, replay.of(keyspace).view(Version.open(this::open, keyspace)));
      }
    } catch (IOException | RuntimeException | Error e) {
      views.release();
      throw e;
    }
    return new Shown(state, views.at(replay.shownSequence()), replay.recordsRead(), replay.time());
  }

  /** The tree of a keyspace, which stays the same from its first view on. */
  private Tree tree(@Nullable Shown before, KeyspaceState keyspace) {
    Tree known = before == null ? null : before.views.tree(keyspace.id().number());
    if (before == null || known == null) {
      return new Tree(shared, keyspace.id(), optionsOf.apply(keyspace), files);
    }
    KeyspaceState was = before.manifest.keyspace(keyspace.id().number());
    if (was == null || !was.options().equals(keyspace.options())) {
      known.change(optionsOf.apply(keyspace), files);
    }
    return known;
  }

  /**
   * Finds the problems of a store that has no writer, after it was read as if it had one: an edit
   * cut short, records after the log's end, unknown files. In a store that has a writer these are
   * no problems: they look like work in progress.
   *
   * @param read the state of the view
   * @return none if anything has changed since the store was read
   * @throws CorruptLogException if the log is proved to go on after the point up to which it was
   *     read
   */
  private List<Problem> problemsAtRest(ManifestState read) throws IOException {
    return manifest.settled(
        glance -> {
          List<Problem> found = hasMoved(read) ? List.of() : readAtRest(read);
          return found.isEmpty() || hasMoved(read) ? List.of() : found;
        });
  }

  /** Reads all of the log again. */
  private List<Problem> readAtRest(ManifestState read) throws IOException {
    List<Problem> found = new ArrayList<>();
    manifest.look();
    if (!manifest.tail().isEmpty()) {
      found.add(Problem.of(Problem.Kind.MANIFEST, manifest.tail()));
    }
    Directory directory = files.directory();
    Log.recover(directory, read.logFloor(), read.logProof(), UNHEEDED)
        .problems()
        .forEach(problem -> found.add(Problem.of(Problem.Kind.LOG, problem)));
    found.addAll(ObsoleteFiles.strays(directory, read));
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged manifest has the very same state
  private boolean hasMoved(ManifestState read) throws IOException {
    if (manifest.look() != read) {
      return true;
    }
    try {
      LogFollower follower = new LogFollower(files.directory(), log.end());
      return follower.follow(read.logProof(), end -> end > log.end(), UNHEEDED) > log.end();
    } catch (LogMovedException e) {
      return true;
    }
  }

  /** Closes all tables. */
  @Override
  public void close() throws IOException {
    tables.close();
  }
}
