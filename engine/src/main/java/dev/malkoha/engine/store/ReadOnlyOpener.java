package dev.malkoha.engine.store;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.StoredManifest;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.codec.Codec;
import dev.malkoha.sstable.codec.CodecMissingException;
import dev.malkoha.sstable.codec.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
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

  /** Opens the store, which must exist. */
  public ReadOnlyStore open() throws IOException {
    try {
      return openParts();
    } catch (IOException | RuntimeException | Error e) { // also where memory does not suffice
      abandon(e);
      throw e;
    }
  }

  /** No table is written, so whatever the options say need not work. */
  @Override
  Codec codec() throws CodecMissingException {
    return Codecs.ready(Codecs.NONE);
  }

  private ReadOnlyStore openParts() throws IOException {
    if (!disk.isDirectory(path)) {
      throw notFound();
    }
    Directory directory = keep(disk.openExisting(path));
    Closeable lock = keep(directory.lockExisting(FileNames.LOCK));
    requireStore(directory);
    Problems problems = new Problems();
    StoredManifest manifest = ManifestReader.readInForce(directory);
    problems.addManifest(manifest);
    ManifestState state = manifest.state();
    KeyHasher hasher = new KeyHasher(state.identity().hashSeed());
    BlockCache cache = new BlockCache(options.blockCacheBytes());
    OpenTables tables = keep(new OpenTables(tableFiles(directory, state, hasher, cache), problems));
    Version version = VersionSet.openVersion(tables, state);
    problems.addFilters(version);
    LogReplay replay = new LogReplay(hasher, options.memTableBytes(), state.lastSequence(), path);
    Log.recover(directory, state.logFloor(), state.logProof(), replay)
        .problems()
        .forEach(problems::add);
    problems.addStrays(directory, state);
    StoreReader reader =
        new StoreReader(
            hasher, new Views(replay.view(version)), new NothingNew(replay.lastSequence()));
    return new ReadOnlyStore(
        reader, cache, List.of(tables, directory, lock), state.options(), problems.list());
  }
}
