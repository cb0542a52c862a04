package dev.malkoha.engine.inspect;

import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.follow.ManifestBeside;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The files of a store on the disk, and what its manifest says of them. */
final class ClosedStore implements Closeable {

  private final Directory directory;

  private ClosedStore(Directory directory) {
    this.directory = directory;
  }

  /** Opens the directory; creates nothing. */
  static ClosedStore open(Disk disk, Path path) throws IOException {
    if (!disk.isDirectory(path)) {
      throw new DbNotFoundException("there is no directory " + path, null);
    }
    return new ClosedStore(disk.openExisting(path));
  }

  Directory directory() {
    return directory;
  }

  /** What the manifest in force says, and in what it is odd. */
  ManifestState manifest(Consumer<String> problems) throws IOException {
    if (!StoreDirectory.holdsStore(directory)) {
      throw new DbNotFoundException("there is no store in " + directory.path(), null);
    }
    ManifestBeside manifest = new ManifestBeside(directory); // dumps may come beside a writer
    ManifestState state = manifest.look();
    if (!manifest.tail().isEmpty()) {
      problems.accept(manifest.tail());
    }
    return state;
  }

  /** The tables of the store, to be opened without a cache. */
  TableFiles tables(ManifestState manifest) throws IOException {
    EditEntry.Identity identity = manifest.identity();
    return new TableFiles(
        directory,
        identity.databaseId(),
        new TableOptions(
            4096,
            Codecs.ready(Codecs.NONE),
            FilterPolicy.none(),
            new KeyHasher(identity.hashSeed())),
        new BlockCache(0));
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
