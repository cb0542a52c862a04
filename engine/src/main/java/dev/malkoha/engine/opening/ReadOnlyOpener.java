package dev.malkoha.engine.opening;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.background.StoreMeans;
import dev.malkoha.engine.follow.ConcurrentReader;
import dev.malkoha.engine.follow.Follower;
import dev.malkoha.engine.follow.LiveManifest;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.IOException;
import java.nio.file.Path;
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
    LiveManifest manifest = new LiveManifest(directory);
    ManifestState first = manifest.look();
    TableResources tables = means().tables().beside(); // files that the writer deletes stay open
    ConcurrentReader reader =
        keep(
            new ConcurrentReader(
                manifest, tableFiles(directory, first, tables), this::optionsOf, observer));
    Follower follower = new Follower(reader);
    List<Problem> atRest = reader.problemsAtRest(follower.manifest());
    reader.problems().forEach(this::note);
    atRest.forEach(this::note);
    Store store =
        new Store(
            follower.shared(),
            null,
            follower,
            "",
            List.copyOf(problems),
            List.of(reader, directory, means()::letGo));
    tellOpened(store);
    return store;
  }
}
