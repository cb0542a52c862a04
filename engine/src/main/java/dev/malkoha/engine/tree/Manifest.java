package dev.malkoha.engine.tree;

import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.OwnThread;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The manifest that all trees share: one edit at a time, and none after one that failed, which ends
 * writing.
 *
 * <p>The version lock orders edits, and the picking and freeing of inputs; it is never held while
 * tables are read or written.
 */
public final class Manifest {

  private final VersionSet versions;
  private final Health health;
  private final ReentrantLock versionLock = new ReentrantLock();

  /** Why no edit may follow; null while one may. Guarded by the version lock. */
  private @Nullable Throwable failure;

  public Manifest(VersionSet versions, Health health) {
    this.versions = versions;
    this.health = health;
  }

  /** Asks, or marks, something that no edit changes meanwhile. */
  public <T extends @Nullable Object> T underLock(Supplier<T> question) {
    versionLock.lock();
    try {
      return question.get();
    } finally {
      versionLock.unlock();
    }
  }

  /** A file number never given out before. Takes no lock. */
  long newFileNumber() {
    return versions.newFileNumber();
  }

  /** Opens a table that a job has just written. */
  Table openTable(TableMeta meta) throws IOException {
    return versions.openTable(meta);
  }

  /**
   * Makes an edit of a tree durable and publishes the version that follows from it.
   *
   * @param tables the open tables that the edit adds, or sees otherwise
   * @param publication publishes a version, and returns the one before
   * @return the version before, which is to be let go
   * @throws dev.malkoha.engine.compaction.MergeJob.CancelledException if the tree was dropped; what
   *     the edit was to add is obsolete
   */
  public Version apply(
      Tree tree, List<EditEntry> edit, List<Table> tables, UnaryOperator<Version> publication)
      throws IOException {
    return exclusively(
        () -> {
          if (tree.isDropped()) {
            tables.forEach(Table::markObsolete);
            tree.checkGoesOn();
          }
          Version before = tree.view().version();
          return change(
              () ->
                  publication.apply(
                      versions.apply(tree.id(), new VersionEdit(edit), before, tables)));
        });
  }

  /** Notes that a keyspace is created, or that its options change to those of a line. */
  public void put(KeyspaceId id, String line) throws IOException {
    change(
        () -> {
          versions.note(
              id.isDefault() ? new EditEntry.OptionsLine(line) : new EditEntry.Keyspace(id, line));
          return id;
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
          edit.add(new EditEntry.DropKeyspace(tree.id().number()));
          versions.note(edit.toArray(EditEntry[]::new));
          tree.markDropped();
          return tree;
        });
  }

  /** The checksum of a table's file; null if it is not known. */
  EditEntry.@Nullable Checksum checksum(KeyspaceId keyspace, long table) {
    return underLock(
        () -> {
          KeyspaceState state = versions.state().keyspace(keyspace.number());
          return state == null ? null : state.checksum(table);
        });
  }

  /**
   * What the manifest says, for a store of its own, and where that store's log begins. From now on
   * no sidecar goes. To be ended by {@link #letGo}.
   */
  public Held hold() {
    return underLock(
        () -> {
          ManifestState state = versions.state();
          Held held = new Held(state.apart(), state.logFloor());
          versions.holdSidecars();
          return held;
        });
  }

  /** From now on no sidecar goes. To be ended by {@link #letGo}. Under the version lock. */
  void holdSidecars() {
    versions.holdSidecars();
  }

  /** Lets go of the sidecars that have become needless since. */
  public void letGo() {
    underLock(
        () -> {
          versions.letSidecarsGo();
          return true;
        });
  }

  /** A moment of the manifest. */
  public record Held(ManifestState state, long logFloor) {}

  /** A keyspace number never given out before. Under the caller's lock. */
  public long nextKeyspace() {
    return underLock(() -> versions.state().nextKeyspace());
  }

  /** Notes how far the log reaches, for an opening that finds less. */
  public void note(LogProof proof) throws IOException {
    change(
        () -> {
          versions.note(new EditEntry.LogMark(proof));
          return proof;
        });
  }

  /** Notes so, and has CURRENT say how far the manifest reaches. */
  public void prove(LogProof proof) throws IOException {
    change(
        () -> {
          versions.note(new EditEntry.LogMark(proof));
          versions.prove();
          return proof;
        });
  }

  /** Does something that ends in the manifest, with no other edit in between. */
  public <T> T exclusively(OwnThread.Action<T> work) throws IOException {
    versionLock.lock();
    try {
      return work.run();
    } finally {
      versionLock.unlock();
    }
  }

  /**
   * Changes something. A failed edit may yet be in the manifest and not here. One that follows it,
   * by a job that ran all the while, would be of another state than the manifest's, which nobody
   * could read any more. A full disk alone leaves no doubt that the edit was not made.
   */
  private <T> T change(OwnThread.Action<T> change) throws IOException {
    return exclusively(
        () -> {
          Throwable before = failure;
          if (before != null) {
            throw new IOException("an earlier change of the store's tables has failed", before);
          }
          try {
            return change.run();
          } catch (NoSpaceException e) {
            throw e;
          } catch (IOException | RuntimeException | Error e) {
            failure = e;
            health.seal(e);
            throw e;
          }
        });
  }
}
