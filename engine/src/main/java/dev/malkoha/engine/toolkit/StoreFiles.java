package dev.malkoha.engine.toolkit;

import module java.base;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.checkpoint.FileList;
import dev.malkoha.engine.checkpoint.UnfinishedStore;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.follow.ConcurrentReader;
import dev.malkoha.engine.follow.LiveManifest;
import dev.malkoha.engine.opening.Opening;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;

/** The files of a store on the disk, and its manifest, for tools. */
public final class StoreFiles {

  private StoreFiles() {}

  /**
   * Opens a store's directory.
   *
   * @throws DbNotFoundException if there is none
   */
  public static Directory open(Disk disk, Path path) throws IOException {
    return Checkpoints.open(disk, path);
  }

  /**
   * The state that the manifest in force describes. A writer may be at work meanwhile.
   *
   * @param problems takes a sentence about a tail that cannot be read
   */
  public static ManifestState manifest(Directory directory, Consumer<String> problems)
      throws IOException {
    if (!StoreDirectory.holdsStore(directory)) {
      throw new DbNotFoundException("there is no store in " + directory.path(), null);
    }
    LiveManifest manifest = new LiveManifest(directory);
    ManifestState state = manifest.look();
    if (!manifest.tail().isEmpty()) {
      problems.accept(manifest.tail());
    }
    return state;
  }

  /** The tables of the store, to be opened without a cache. */
  public static TableFiles tables(Directory directory, ManifestState manifest) throws IOException {
    return new TableFiles(directory, manifest.identity(), new TableResources(new BlockCache(0)));
  }

  /** Compares files with a list; returns one sentence about each that differs. */
  public static List<String> differences(Directory directory, List<Checkpoint.File> listed) {
    return FileList.problems(directory, listed);
  }

  /**
   * Marks a directory as unfinished, durably. Only {@link #create} opens a store in it then. The
   * mark is the file {@link FileNames#UNFINISHED}.
   */
  public static void mark(Directory directory) throws IOException {
    UnfinishedStore.mark(directory);
  }

  /** Creates a store in a directory that is marked. */
  public static Db create(Disk disk, Path path, DbOptions options) {
    return StoreDb.openOn(disk, path, options, Wanted.MARKED_NEW);
  }

  /** The public exception for a failure. */
  public static DbException failure(IOException cause) {
    return Failures.of(cause);
  }

  /**
   * A view of a store that another process may write to.
   *
   * @param tables by their numbers, held open
   * @param logRecords how many records of the log were read
   * @param problems that the opening found
   */
  public record StoreView(
      ManifestState manifest,
      Map<Long, Table> tables,
      long logRecords,
      List<Problem> problems,
      Closeable whole)
      implements Closeable {

    /** Opens a view. */
    public static StoreView open(Disk disk, Path path) throws IOException {
      Opening.Given given =
          new Opening.Given(
              disk,
              path,
              DbOptions.defaults(),
              options -> StoreMeans.own(options, Workers.inline()),
              TimeAndChance.MACHINE);
      Store store = new Opening.OfReader(given).open();
      ConcurrentReader.Shown shown = store.shown();
      return new StoreView(
          shown.manifest(), shown.tables(), shown.logRecords(), store.problems(), store);
    }

    @Override
    public void close() throws IOException {
      whole.close();
    }
  }
}
