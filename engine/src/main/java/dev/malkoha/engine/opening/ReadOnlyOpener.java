package dev.malkoha.engine.opening;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.follow.Follower;
import dev.malkoha.engine.follow.ManifestBeside;
import dev.malkoha.engine.follow.StoreBeside;
import dev.malkoha.engine.follow.StoreBeside.SecondLook;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.CorruptLogException;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogFollower;
import dev.malkoha.wal.LogMovedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One opening of a store that changes no file and takes no lock: CURRENT, manifest, tables, and the
 * log's records in memtables, as many as they fill. Somebody else may write to the store meanwhile
 * and afterwards.
 */
public final class ReadOnlyOpener extends Opening {

  /** Prepares an opening. */
  public ReadOnlyOpener(
      Disk disk, Path path, DbOptions options, Function<DbOptions, StoreMeans> meansOf) {
    super(disk, path, options, meansOf);
  }

  /** No table is written, so whatever the options say need not work. */
  @Override
  Codec codec(KeyspaceOptions own) throws CodecMissingException {
    return Codecs.ready(Codecs.NONE);
  }

  /** Opens the store, which must exist. */
  @Override
  Store openParts() throws IOException {
    begin(options);
    if (!disk.isDirectory(path)) {
      throw notFound();
    }
    Directory directory = keep(disk.openExisting(path));
    requireStore(directory);
    ManifestBeside manifest = new ManifestBeside(directory);
    ManifestState first = manifest.look();
    TableResources tables = means().tables().beside(); // files that the writer deletes stay open
    StoreBeside beside =
        keep(
            new StoreBeside(
                manifest, tableFiles(directory, first, tables), this::optionsOf, observer));
    Follower follower = new Follower(beside);
    noteProblems(directory, manifest, follower.manifest(), beside);
    Store store =
        new Store(
            follower.shared(),
            null,
            follower,
            "",
            List.copyOf(problems),
            List.of(beside, directory, means()::letGo));
    tellOpened(store);
    return store;
  }

  private void noteProblems(
      Directory directory, ManifestBeside manifest, ManifestState read, StoreBeside beside)
      throws IOException {
    List<String> atRest = new AtRest(directory, manifest, read, beside.logEnd()).problems();
    beside.problems().forEach(this::note);
    atRest.forEach(this::note);
  }

  /**
   * The problems of a store that has no writer, found after it was read as if it had one: an edit
   * cut short, records after the log's end, unknown files. In a store that has a writer these are
   * no problems: they look like work in progress.
   */
  static final class AtRest {

    private final Directory directory;
    private final ManifestBeside manifest;
    private final ManifestState read;
    private final long logEnd;

    /**
     * Prepares the look.
     *
     * @param read what the manifest said
     * @param logEnd up to where the log was read
     */
    AtRest(Directory directory, ManifestBeside manifest, ManifestState read, long logEnd) {
      this.directory = directory;
      this.manifest = manifest;
      this.read = read;
      this.logEnd = logEnd;
    }

    /**
     * The problems, in one sentence each; none if anything has changed since the store was read.
     *
     * @throws CorruptLogException if the log is proved to go on after the point up to which it was
     *     read
     */
    List<String> problems() throws IOException {
      SecondLook faults = new SecondLook();
      while (true) {
        String before = manifest.glance();
        try {
          List<String> odd = hasMoved() ? List.of() : odd(); // which reads all of the log again
          return odd.isEmpty() || hasMoved() ? List.of() : odd;
        } catch (NoSuchFileException | EOFException | CorruptLogException e) {
          if (hasMoved()) {
            return List.of();
          }
          if (faults.confirms(e, before, manifest.glance())) {
            throw e;
          }
        }
      }
    }

    private List<String> odd() throws IOException {
      List<String> odd = new ArrayList<>();
      manifest.look();
      if (!manifest.tail().isEmpty()) {
        odd.add(manifest.tail());
      }
      odd.addAll(
          Log.recover(
                  directory,
                  read.logFloor(),
                  read.logProof(),
                  (position, buffer, offset, length) -> {})
              .problems());
      odd.addAll(ObsoleteFiles.strays(directory, read));
      return odd;
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged manifest has the very same state
    private boolean hasMoved() throws IOException {
      if (manifest.look() != read) {
        return true;
      }
      try {
        LogFollower follower = new LogFollower(directory, logEnd);
        Log.RecordHandler none = (position, buffer, offset, length) -> {};
        return follower.follow(read.logProof(), end -> end > logEnd, none) > logEnd;
      } catch (LogMovedException e) {
        return true;
      }
    }
  }
}
