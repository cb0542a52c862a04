package dev.malkoha.engine.tree;

import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one tree as jobs see and change them: what is installed is named durably, then
 * visible, then the old may go. Any number of threads.
 */
public final class TreeTables {

  private final Shared shared;
  private final Tree tree;

  TreeTables(Shared shared, Tree tree) {
    this.shared = shared;
    this.tree = tree;
  }

  /**
   * Holds the newest version; to be released by the caller.
   *
   * @throws MergeJob.CancelledException if the keyspace was dropped
   */
  public Version pin() {
    return underLock(
        version -> {
          tree.checkGoesOn();
          version.retain();
          return version;
        });
  }

  /**
   * Holds the newest version and its tables' sidecars, which the edit that drops the keyspace would
   * else delete under their readers. To be ended by {@link #letSidecarsGo}, too.
   */
  public Version pinWithSidecars() {
    return underLock(
        version -> {
          Version pinned = pin();
          manifest().holdSidecars();
          return pinned;
        });
  }

  /** Lets go of the sidecars that were held. */
  public void letSidecarsGo() {
    manifest().letGo();
  }

  /** Asks, or marks, something of the newest version, under the version lock. */
  public <T> T underLock(Function<Version, T> question) {
    return manifest().underLock(() -> question.apply(tree.view().version()));
  }

  /** The checksum of a table's file, as the manifest knows it; null if it does not. */
  public EditEntry.@Nullable Checksum checksum(Table table) {
    return manifest().checksum(tree.id(), table.meta().number());
  }

  /** Lets compactions have tables that were marked as busy. */
  public void free(List<Table> tables) {
    underLock(
        version -> {
          tables.forEach(table -> table.setBusy(false));
          return version;
        });
  }

  /** A file number never given out before. */
  public long newFileNumber() {
    return manifest().newFileNumber();
  }

  /** Opens tables that a job has just written; each is held once. */
  public List<Table> open(List<WrittenTable> written) throws IOException {
    List<Table> open = new ArrayList<>();
    try {
      for (WrittenTable table : written) {
        Table opened = manifest().openTable(table.meta());
        open.add(opened);
        opened.rememberTombstones(table.tombstones());
      }
      return open;
    } catch (IOException | RuntimeException | Error e) {
      open.forEach(Table::release);
      throw e;
    }
  }

  /**
   * Names what a job made durably, publishes the version and lets the one before go once nobody
   * reads it.
   *
   * @param tables what the edit adds, or sees otherwise; let go of in any case
   */
  public void install(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, 0);
  }

  /** Does so for the oldest frozen memtable, which leaves at the same moment. */
  public void installFlush(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, 1);
  }

  private void install(List<EditEntry> edit, List<Table> tables, int flushed) throws IOException {
    Version before;
    try {
      before = manifest().apply(tree, edit, tables, next -> tree.publish(next, flushed));
    } finally {
      tables.forEach(Table::release);
    }
    tree.memory().flushed(flushed);
    replaced(before);
  }

  /** Goes on with other tables than those of a version, which goes once nobody reads it. */
  public void replaced(Version before) {
    tree.throttle().adjust(tree.options().tableBytes(), tree.view().version());
    shared.health().wakeWriters();
    shared.sections().awaitEarlierReads();
    before.release();
  }

  private Manifest manifest() {
    return Objects.requireNonNull(shared.manifest(), "the store is only read");
  }
}
