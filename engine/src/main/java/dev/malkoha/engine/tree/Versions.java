package dev.malkoha.engine.tree;

import module java.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.Manifest;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.LogProof;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the tables of a store's trees change: what is installed is named durably,
 * then visible, then the old may go. It makes one edit at a time, and none after one that failed,
 * which ends writing.
 *
 * <p>The version lock orders edits, and the picking and freeing of inputs; it is never held while
 * tables are read or written. Any number of threads.
 */
public final class Versions {

  /** Used under the version lock, but for new file numbers. */
  private final Manifest manifest;

  private final IoFunction<TableMeta, Table> opener;
  private final Health health;
  private final ReentrantLock versionLock = new ReentrantLock();

  /** The failure after which no edit may follow; null while one may. */
  @GuardedBy("versionLock")
  private @Nullable Throwable failure;

  /** The manifest at one time. */
  public record Held(ManifestState state, long logFloor) {}

  /** Work that is done under the version lock. */
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  public Versions(Manifest manifest, IoFunction<TableMeta, Table> opener, Health health) {
    this.manifest = manifest;
    this.opener = opener;
    this.health = health;
  }

  /** Asks, marks or does something with no edit in between but its own. */
  public <T, E extends Exception> T underLock(Work<T, E> work) throws E {
    try (Locked _ = Locked.by(versionLock)) {
      return work.run();
    }
  }

  /**
   * Holds the newest version of a tree; to be released by the caller.
   *
   * @throws GoneException if the keyspace was dropped
   */
  public Version pin(Tree tree) {
    try (Locked _ = Locked.by(versionLock)) {
      tree.checkNotDropped();
      Version version = tree.view().version();
      version.retain();
      return version;
    }
  }

  /**
   * Holds the newest version of a tree and its tables' sidecars, which the edit that drops the
   * keyspace would else delete under their readers. To be ended by {@link #letSidecarsGo}, too.
   */
  public Version pinWithSidecars(Tree tree) {
    try (Locked _ = Locked.by(versionLock)) {
      Version pinned = pin(tree);
      manifest.holdSidecars();
      return pinned;
    }
  }

  /**
   * What the manifest says, for a store of its own, and where that store's log begins. From now on
   * no sidecar goes. To be ended by {@link #letSidecarsGo}.
   */
  public Held hold() {
    try (Locked _ = Locked.by(versionLock)) {
      ManifestState state = manifest.state();
      Held held = new Held(state.apart(), state.logFloor());
      manifest.holdSidecars();
      return held;
    }
  }

  /** Lets go of the sidecars that were held. */
  public void letSidecarsGo() {
    try (Locked _ = Locked.by(versionLock)) {
      manifest.letSidecarsGo();
    }
  }

  /** A keyspace number never given out before. */
  public long nextKeyspace() {
    return underLock(() -> manifest.state().nextKeyspace());
  }

  /** A file number never given out before. Takes no lock. */
  public long newFileNumber() {
    return manifest.newFileNumber();
  }

  /** Opens tables that a job has just written; each is held once. */
  public List<Table> open(List<WrittenTable> written) throws IOException {
    List<Table> open = new ArrayList<>();
    try {
      for (WrittenTable table : written) {
        Table opened = opener.apply(table.meta());
        open.add(opened);
        opened.rememberTombstones(table.tombstones());
      }
      return open;
    } catch (IOException | RuntimeException | Error e) {
      open.forEach(Table::release);
      throw e;
    }
  }

  /** Claims those of some tables that a tree has now and that no job has claimed; returns them. */
  public Set<Table> claim(Tree tree, Set<Table> wanted) {
    try (Locked _ = Locked.by(versionLock)) {
      Set<Table> claimed = new HashSet<>(wanted);
      claimed.retainAll(tree.view().version().tables());
      claimed.removeIf(Table::isBusy);
      claimed.forEach(table -> table.setBusy(true));
      return claimed;
    }
  }

  /** Frees tables that a job had claimed. */
  public void free(Collection<Table> tables) {
    try (Locked _ = Locked.by(versionLock)) {
      tables.forEach(table -> table.setBusy(false));
    }
  }

  /**
   * Installs what a job made of tables: names it durably, publishes the version and lets the one
   * before go once nobody reads it.
   *
   * @param tables what the edit adds, or sees otherwise; let go of in any case
   * @param published is called under the version lock, with the version
   */
  public void install(Tree tree, List<EditEntry> edit, List<Table> tables, Runnable published)
      throws IOException {
    Version before;
    try {
      before = publish(tree, edit, tables, published);
    } finally {
      tables.forEach(Table::release);
    }
    tree.replaced(before);
  }

  /**
   * The tables that a flush made of the oldest frozen memtable of a tree.
   *
   * @param memTable let go of once the tables are installed
   * @param edit of the tree alone
   * @param tables that the edit adds; let go of in any case
   */
  public record Flush(Tree tree, MemTable memTable, List<EditEntry> edit, List<Table> tables) {}

  /**
   * Installs flushes of several trees, the default one first, by one edit: an opening finds the
   * tables of all of them, or of none. Those of trees that were dropped meanwhile are left out.
   *
   * @param ofStore what the edit says beside
   */
  public void install(List<Flush> flushes, List<EditEntry> ofStore) throws IOException {
    Map<Flush, Version> before;
    try {
      before = change(() -> publish(flushes, ofStore));
    } finally {
      flushes.forEach(flush -> flush.tables.forEach(Table::release));
    }
    before.keySet().forEach(flush -> flush.tree.memory().flushed(1)); // none waits for readers
    before.forEach((flush, version) -> flush.tree.replaced(version, flush.memTable));
  }

  /** Returns the versions before. */
  private Map<Flush, Version> publish(List<Flush> flushes, List<EditEntry> ofStore)
      throws IOException {
    List<Flush> present = flushes.stream().filter(flush -> !flush.tree.isDropped()).toList();
    List<EditEntry> edit = new ArrayList<>();
    for (Flush flush : present) {
      if (!flush.tree.id().isDefault()) {
        edit.add(EditEntry.Kind.IN_KEYSPACE.of(flush.tree.id().number()));
      }
      edit.addAll(flush.edit);
    }
    edit.addAll(ofStore);
    Set<Long> needless = manifest.append(KeyspaceId.DEFAULT, edit);
    Map<Flush, Version> versions = new LinkedHashMap<>();
    for (Flush flush : present) {
      versions.put(flush, after(flush.tree, flush.tables));
    }
    manifest.tidy(needless);
    versions.replaceAll((flush, next) -> flush.tree.publish(next, 1));
    return versions;
  }

  /**
   * Installs a change by which tables lose what is alive: while no snapshot is open that may see
   * it.
   *
   * @param isDue is asked under the version lock
   * @return whether that was done; if not, a snapshot is open, or it was not due any more
   */
  public boolean installUnseen(
      Tree tree,
      List<EditEntry> edit,
      List<Table> tables,
      BooleanSupplier isDue,
      Runnable published)
      throws IOException {
    Work<Version, IOException> change = () -> publish(tree, edit, tables, published);
    Work<Optional<Version>, IOException> ifDue =
        () -> isDue.getAsBoolean() ? tree.snapshots().whileNoneIsOpen(change) : Optional.empty();
    Optional<Version> before;
    try {
      before = underLock(ifDue);
    } finally {
      tables.forEach(Table::release);
    }
    before.ifPresent(tree::replaced);
    return before.isPresent();
  }

  private Version publish(Tree tree, List<EditEntry> edit, List<Table> tables, Runnable published)
      throws IOException {
    return publish(
        tree,
        edit,
        tables,
        next -> {
          published.run();
          return tree.publish(next, 0);
        });
  }

  /**
   * Makes an edit of a tree durable and publishes the version that follows from it.
   *
   * @param tables the open tables that the edit adds, or sees otherwise
   * @param publication publishes a version, and returns the one before
   * @return the version before, which is to be let go
   * @throws GoneException if the tree was dropped
   */
  public Version publish(
      Tree tree, List<EditEntry> edit, List<Table> tables, UnaryOperator<Version> publication)
      throws IOException {
    return underLock(
        () -> {
          tree.checkNotDropped();
          return change(() -> publication.apply(next(tree, edit, tables)));
        });
  }

  private Version next(Tree tree, List<EditEntry> edit, List<Table> tables) throws IOException {
    assert versionLock.isHeldByCurrentThread();
    Set<Long> needless = manifest.append(tree.id(), edit);
    Version next = after(tree, tables);
    manifest.tidy(needless);
    return next;
  }

  /** The version of a tree after the newest edit. */
  private Version after(Tree tree, List<Table> tables) throws IOException {
    KeyspaceState now = Objects.requireNonNull(manifest.state().keyspace(tree.id().number()));
    return tree.view().version().after(now, tables);
  }

  /** Notes what changes no version, such as a keyspace that is created or changed. */
  public void note(EditEntry... entries) throws IOException {
    change(
        () -> {
          manifest.tidy(manifest.append(entries));
          return true;
        });
  }

  /** Notes how far the log reaches, and has CURRENT say how far the manifest does. */
  public void prove(LogProof proof) throws IOException {
    change(
        () -> {
          note(new EditEntry.LogMark(proof));
          manifest.prove();
          return true;
        });
  }

  /**
   * Ends a keyspace: no edit of its tree follows.
   *
   * @param floor tells where the log begins then
   */
  public void drop(Tree tree, List<EditEntry> floor) throws IOException {
    change(
        () -> {
          List<EditEntry> edit = new ArrayList<>(floor);
          edit.add(EditEntry.Kind.DROP_KEYSPACE.of(tree.id().number()));
          note(edit.toArray(EditEntry[]::new));
          tree.markDropped();
          return true;
        });
  }

  /**
   * Changes something. A failed edit may yet be in the manifest and not here. One that follows it,
   * by a job that ran all the while, would be of another state than the manifest's, which nobody
   * could read any more. A full disk alone leaves no doubt that the edit was not made.
   */
  private <T> T change(Work<T, IOException> change) throws IOException {
    versionLock.lock();
    try {
      if (failure != null) {
        throw new IOException("an earlier change of the store's tables has failed", failure);
      }
      return change.run();
    } catch (NoSpaceException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      if (failure == null) {
        failure = e;
        health.seal(e);
      }
      throw e;
    } finally {
      versionLock.unlock();
    }
  }
}
