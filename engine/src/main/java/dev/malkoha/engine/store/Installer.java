package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.deletion.Deletions;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way from one version to the next: named durably, then visible, then the old may go.
 *
 * <p>The version lock orders edits, and the picking and freeing of inputs; it is never held while
 * tables are read or written.
 */
final class Installer implements Deletions.Host {

  private final VersionSet versions;
  private final Views views;
  private final ReadSections sections;
  private final ReentrantLock versionLock = new ReentrantLock();
  private Runnable afterInstall = () -> {};

  /** Why no edit may follow; null while one may. Guarded by the version lock. */
  private @Nullable Throwable failure;

  Installer(VersionSet versions, Views views, ReadSections sections) {
    this.versions = versions;
    this.views = views;
    this.sections = sections;
  }

  /** Says whom to tell of each new version. */
  void onInstall(Runnable listener) {
    this.afterInstall = listener;
  }

  /** Holds the newest version; to be released by the caller. */
  @Override
  public Version pin() {
    return underLock(
        version -> {
          version.retain();
          return version;
        });
  }

  /** Asks, or marks, something of the newest version that no edit changes meanwhile. */
  <T> T underLock(Function<Version, T> question) {
    versionLock.lock();
    try {
      return question.apply(versions.current());
    } finally {
      versionLock.unlock();
    }
  }

  @Override
  public boolean reserve(Table table) {
    return underLock(
        version -> {
          boolean isFree = !table.isBusy();
          if (isFree) {
            table.setBusy(true);
          }
          return isFree;
        });
  }

  @Override
  public void free(Table table) {
    underLock(
        version -> {
          table.setBusy(false);
          return version;
        });
  }

  /** A file number never given out before. */
  long newFileNumber() {
    return versions.newFileNumber();
  }

  /** Opens tables that a job has just written; each is held once. */
  List<Table> open(List<WrittenTable> written) throws IOException {
    List<Table> open = new ArrayList<>();
    try {
      for (WrittenTable table : written) {
        Table opened = versions.openTable(table.meta());
        open.add(opened);
        opened.rememberTombstones(table.tombstones());
      }
      return open;
    } catch (IOException | RuntimeException | Error e) {
      open.forEach(Table::release);
      throw e;
    }
  }

  /** Notes how far the log reaches, for an opening that finds less. */
  void note(LogProof proof) throws IOException {
    change(
        () -> {
          versions.note(new EditEntry.LogMark(proof));
          return versions.current();
        });
  }

  /** Notes so, and has CURRENT say how far the manifest reaches. */
  void prove(LogProof proof) throws IOException {
    change(
        () -> {
          versions.note(new EditEntry.LogMark(proof));
          versions.prove();
          return versions.current();
        });
  }

  /**
   * Names what a job made durably, publishes the version and lets the one before go once nobody
   * reads it.
   *
   * @param tables what the edit adds, or sees otherwise; let go of in any case
   */
  @Override
  public void install(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, views::compacted);
  }

  /** Does so for the oldest frozen memtable, which leaves at the same moment. */
  void installFlush(List<EditEntry> edit, List<Table> tables) throws IOException {
    install(edit, tables, views::flushed);
  }

  private void install(
      List<EditEntry> edit, List<Table> tables, Function<Version, Version> publication)
      throws IOException {
    Version before;
    try {
      before = change(() -> publication.apply(versions.apply(new VersionEdit(edit), tables)));
    } finally {
      tables.forEach(Table::release);
    }
    afterInstall.run();
    sections.awaitEarlierReads();
    before.release();
  }

  /** What is done under the version lock and ends in the manifest. */
  private interface Change {
    Version make() throws IOException;
  }

  private Version change(Change change) throws IOException {
    versionLock.lock();
    try {
      Throwable before = failure;
      if (before != null) {
        throw new IOException("an earlier change of the store's tables has failed", before);
      }
      return makeOrFail(change);
    } finally {
      versionLock.unlock();
    }
  }

  /**
   * A failed edit may yet be in the manifest and not here. One that follows it, by a job that ran
   * all the while, would be of another state than the manifest's, which nobody could read any more.
   * A full disk alone leaves no doubt that the edit was not made.
   */
  private Version makeOrFail(Change change) throws IOException {
    try {
      return change.make();
    } catch (NoSpaceException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }
}
