package dev.malkoha.engine.store;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.events.StoreEvent.Closed;
import dev.malkoha.engine.follow.ConcurrentReader;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.Aftermath;
import org.jspecify.annotations.Nullable;

/**
 * An open store: its trees, what they share, and if it is written to, the part that does so. It
 * makes, changes and drops keyspaces. It throws {@link IOException} as the modules below do; the
 * public API translates.
 *
 * <p>A keyspace's edit of the manifest is durable at once, so the log is forced first. A power cut
 * that leaves the edit leaves all writes that were acknowledged before the change was asked for.
 *
 * <p>Any number of threads. After {@link #close} every method throws {@link IllegalStateException},
 * but for those that tell of the opening, and those of closing.
 */
public final class Store implements Closeable {

  private static final String DROP = "the drop of a keyspace";

  private final Shared shared;
  private final String storedOptions;

  /** Null in a store that is only read. */
  private final @Nullable StoreWriter writer;

  /** Null in a store that is written to. */
  private final @Nullable ConcurrentReader reader;

  private final List<Problem> problems;
  private final List<? extends Closeable> resources;
  private final Callbacks callbacks = new Callbacks();

  @GuardedBy("this")
  private boolean closed;

  /**
   * Creates a store of what has been opened.
   *
   * @param writer takes writes; null in a store that is only read
   * @param reader publishes what is read; null in a store that is written to
   * @param storedOptions those of a store that is written to
   * @param resources what is closed with the store, in this order
   */
  public Store(
      Shared shared,
      @Nullable StoreWriter writer,
      @Nullable ConcurrentReader reader,
      String storedOptions,
      List<Problem> problems,
      List<? extends Closeable> resources) {
    this.shared = shared;
    this.storedOptions = storedOptions;
    this.writer = writer;
    this.reader = reader;
    this.problems = problems;
    this.resources = resources;
  }

  /** The trees, one for each keyspace. */
  public Trees trees() {
    return shared.trees();
  }

  /**
   * Shows the present moment from now on, in a store that is only read. Snapshots and cursors stay
   * at theirs.
   *
   * @return whether that shows anything else
   */
  public boolean refresh() throws IOException {
    checkOpen();
    return Objects.requireNonNull(reader, "a store that is only read").refresh();
  }

  /**
   * The tree of a keyspace, which is made where there is none.
   *
   * @param options for a new keyspace, or to change those of one that is there; null to leave these
   *     as they are, and for a new one to be the default one's
   */
  public Tree keyspace(String name, @Nullable KeyspaceOptions options) throws IOException {
    checkOpen();
    Tree known = trees().of(name);
    if (known != null && options == null) {
      return known;
    }
    StoreWriter by = writer();
    if (options != null && by.marks.isOn()) {
      HeldMarks.check(options);
    }
    synchronized (by.keyspaces) {
      return keyspace(by, name, options);
    }
  }

  private Tree keyspace(StoreWriter by, String name, @Nullable KeyspaceOptions wanted)
      throws IOException {
    Tree known = trees().of(name);
    if (known == null) {
      return create(by, name, wanted == null ? trees().ofDefault().options() : wanted);
    }
    if (wanted != null) {
      change(by, known, wanted);
    }
    return known;
  }

  /** Drops a keyspace; returns whether there was one. */
  public boolean drop(String name) throws IOException {
    StoreWriter by = writer();
    synchronized (by.keyspaces) {
      Tree known = trees().of(name);
      if (known != null) {
        drop(by, known);
      }
      return known != null;
    }
  }

  private Tree create(StoreWriter writer, String name, KeyspaceOptions wanted) throws IOException {
    shared.health().checkTakesWrites();
    KeyspaceId id = new KeyspaceId(writer.versions.nextKeyspace(), name);
    Tree tree = trees().ofDefault().another(id, wanted);
    writer.sync();
    writer.versions.note(new EditEntry.Keyspace(id, wanted.given()));
    changeTrees(tree::openEmpty);
    return tree;
  }

  /** For memtables and tables to come. */
  @SuppressWarnings("ReferenceEquality") // that very function
  private void change(StoreWriter writer, Tree tree, KeyspaceOptions wanted) throws IOException {
    shared.health().checkTakesWrites();
    KeyspaceOptions changed = wanted.over(tree.options());
    boolean isSame = changed.given().equals(tree.options().given());
    if (isSame
        && changed.mergeFunction() == tree.options().mergeFunction()
        && changed.expiry() == tree.options().expiry()
        && changed.compactionFilter() == tree.options().compactionFilter()) {
      return;
    }
    TableFiles files = tree.files().with(changed); // which may not work here
    if (isSame) { // only code is another one, of which nothing is stored
      tree.change(changed, files);
      return;
    }
    writer.sync();
    writer.versions.note(stored(writer.options, tree, changed));
    tree.change(changed, files);
    writer.background.planSoon();
  }

  /** What is stored of changed options: with those of the store if they are the default one's. */
  private static EditEntry stored(DbOptions ofStore, Tree tree, KeyspaceOptions changed) {
    return tree.id().isDefault()
        ? new EditEntry.OptionsLine(
            ofStore.toBuilder()
                .defaultKeyspace(changed.over(ofStore.defaultKeyspace()))
                .build()
                .given())
        : new EditEntry.Keyspace(tree.id(), changed.given());
  }

  /** The files of a dropped keyspace go when nobody reads them any more. */
  private void drop(StoreWriter writer, Tree tree) throws IOException {
    shared.health().checkTakesWrites();
    writer.marks.requireNothingSince(DROP); // before anything is done
    writer.sync();
    MemTable.LogPlace floor = writer.needs.without(tree);
    List<EditEntry> edit = writer.needs.edit(floor);
    writer.versions.underLock(
        () -> {
          try (Locked _ = Locked.by(shared.health().commitLock())) {
            // The edit names the newest mark, and from now on nobody writes until it is kept.
            writer.marks.requireNothingSince(DROP, true);
            writer.versions.drop(tree, edit);
          }
          return true;
        });
    Version last = tree.view().version(); // no edit follows
    changeTrees(() -> trees().remove(tree));
    writer.log.release(floor.position());
    writer.jobs.forget(tree);
    writer.background.treeGone();
    shared.health().wakeWriters();
    tree.letGo(last);
  }

  /** No batch is being written meanwhile. The manifest has it by then: a failure seals. */
  private void changeTrees(Runnable change) {
    try (Locked _ = Locked.by(shared.health().commitLock())) {
      change.run();
    } catch (RuntimeException | Error e) {
      shared.health().seal(e);
      throw e;
    }
  }

  /** Takes writes, in a store that is written to. */
  public StoreWriter writer() {
    return Objects.requireNonNull(writer, "a store that is written to");
  }

  /** The options stored with the data, as text. */
  public String storedOptions() {
    return reader == null ? storedOptions : inFull(reader.shown().manifest().options());
  }

  /** With the options that were never set; a newer release's as it is. */
  private static String inFull(String line) {
    try {
      return DbOptions.parse(line).toString();
    } catch (IllegalArgumentException _) {
      return line;
    }
  }

  /** The calls of users' code. */
  public Callbacks callbacks() {
    return callbacks;
  }

  /** What was found to be wrong when the store was opened, and files found damaged since. */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>(problems);
    all.addAll(shared.observer().problems().values());
    return List.copyOf(all);
  }

  /** Opens a snapshot. */
  public Pin pin() {
    checkOpen();
    return reader == null ? writer().pin() : Pin.ofView(shared);
  }

  /** What is held open. Only of a store that is only read. */
  public ConcurrentReader.Shown shown() {
    checkOpen();
    return Objects.requireNonNull(reader, "a store that is only read").shown();
  }

  /** Counts operations, and times some, if that is switched on. */
  public Observer observer() {
    return shared.observer();
  }

  /** Whether the store is not closed. */
  public boolean isOpen() {
    return shared.health().isOpen();
  }

  /** Throws if the store is closed. */
  public void checkOpen() {
    shared.health().checkOpen();
  }

  /**
   * Writes out large memtables, waits for running writes, reads and jobs, makes the log durable and
   * closes everything. Cursors still open are of no use afterwards. May be called more than once,
   * also at the same time: each call returns when all is closed. It should be called again where an
   * error ended it, and goes on where it stopped.
   *
   * @throws IllegalStateException within a call of {@link #callbacks}
   */
  @Override
  public void close() throws IOException {
    callbacks.checkOutside();
    closeOnce();
    shared.observer().close();
  }

  /** The monitor, the closing lock, is held until all is closed. */
  private synchronized void closeOnce() throws IOException {
    if (!closed) {
      Span span = shared.observer().begin(Span.Kind.CLOSE);
      closeParts();
      closed = true;
      shared.observer().end(span, Closed::new);
    }
  }

  private void closeParts() throws IOException {
    if (writer == null) {
      shared.health().close();
    } else {
      writer.close();
    }
    if (reader != null) {
      reader.awaitRefresh();
    }
    shared.sections().awaitEarlierReads();
    try {
      if (writer != null) {
        writer.endLog();
      }
    } finally {
      shared.trees().forget();
      Aftermath.closeAll(resources);
    }
  }
}
