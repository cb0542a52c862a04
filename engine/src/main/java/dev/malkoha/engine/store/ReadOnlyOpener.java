package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One opening of a store that changes no file: lock, CURRENT, manifest, tables, and the log's
 * records in memtables, as many as they fill.
 */
public final class ReadOnlyOpener extends Opening {

  /** Prepares an opening. */
  public ReadOnlyOpener(Disk disk, Path path, DbOptions options) {
    super(disk, path, options);
  }

  /** No table is written, so whatever the options say need not work. */
  @Override
  Codec codec(DbOptions own) throws CodecMissingException {
    return Codecs.ready(Codecs.NONE);
  }

  /** Opens the store, which must exist. */
  @Override
  Store openParts() throws IOException {
    if (!disk.isDirectory(path)) {
      throw notFound();
    }
    Directory directory = keep(disk.openExisting(path));
    Closeable lock = keep(directory.lockExisting(FileNames.LOCK));
    requireStore(directory);
    ManifestState state = readManifest(directory);
    Recovered recovered = recover(directory, state, this::note);
    ObsoleteFiles.strays(directory, state).forEach(this::note);
    Shared shared = recovered.shared(null);
    return new Store(
        shared,
        trees(shared, state, recovered),
        null,
        state.options(),
        List.copyOf(problems),
        List.of(recovered.tables(), directory, lock));
  }
}
