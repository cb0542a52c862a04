package dev.malkoha.engine.store;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What openings of both kinds share: where the store is, what is no store, how its tables are
 * opened, and how a failed opening is undone.
 */
abstract sealed class Opening permits StoreOpener, ReadOnlyOpener {

  final Disk disk;
  final Path path;
  final DbOptions options;

  /** What has been opened so far, newest first, to be closed if the opening fails. */
  private final Deque<Closeable> opened = new ArrayDeque<>();

  Opening(Disk disk, Path path, DbOptions options) {
    this.disk = disk;
    this.path = path;
    this.options = options;
  }

  <T extends Closeable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Closes what has been opened. */
  void abandon(Throwable cause) {
    try {
      StoreParts.closeAll(List.copyOf(opened));
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  TableFiles tableFiles(
      Directory directory, ManifestState state, KeyHasher hasher, BlockCache cache)
      throws IOException {
    TableFiles.Settings settings =
        new TableFiles.Settings(options.blockBytes(), codec(), options.filter());
    return new TableFiles(directory, state.identity().databaseId(), settings, hasher, cache);
  }

  /**
   * What new tables are packed with, proved to work here: better no store than one that takes
   * writes and cannot flush them.
   */
  Codec codec() throws CodecMissingException {
    return Codecs.ready(options.compression().id());
  }

  /** Throws unless there is a store in the directory. */
  void requireStore(Directory directory) throws IOException {
    if (!directory.exists(FileNames.CURRENT)) {
      refuseTables(directory);
      refuseRecords(directory);
      throw notFound();
    }
  }

  void refuseTables(Directory directory) throws IOException {
    for (String name : directory.list()) {
      if (FileNames.tableNumber(name).isPresent()) {
        throw new DbCorruptionException(
            path
                + " holds tables but no file named "
                + FileNames.CURRENT
                + " that says which belong to the store: restore it from a backup",
            null);
      }
    }
  }

  /**
   * A log that holds writes must have had a manifest. One left by an opening cut short has none.
   */
  void refuseRecords(Directory directory) throws IOException {
    Log.RecordHandler refusal =
        (position, buffer, offset, length) -> {
          throw new DbCorruptionException(
              path
                  + " holds a log of writes but no file named "
                  + FileNames.CURRENT
                  + " that says which store they belong to: restore it from a backup",
              null);
        };
    Log.recover(directory, 0, LogProof.NONE, refusal);
  }

  DbNotFoundException notFound() {
    return new DbNotFoundException(
        "there is no store in " + path + ": name another directory, or let it be created", null);
  }
}
