package dev.malkoha.engine.checkpoint;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.version.Current;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ManifestWriter;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.storage.Directory;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import dev.malkoha.wal.LogProof;
import dev.malkoha.wal.RecoveredLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Fills a directory with a moment of a store: the log's records, tables and sidecars, a manifest
 * that names them, their list, and last of all CURRENT.
 *
 * <p>The log comes first, so that the running one need not be kept for long.
 */
final class CheckpointJob {

  private final HeldMoment moment;
  private final Directory from;
  private final UnfinishedStore to;
  private final Runnable check;
  private final RandomGenerator random;
  private final boolean readsAll;
  private final Map<String, String> damaged;
  private final List<Checkpoint.File> files = new ArrayList<>();
  private int linked;
  private long copiedBytes;

  /**
   * Prepares a job.
   *
   * @param from the store's directory
   * @param check is asked now and then, and throws if it is of no use to go on
   * @param random draws what tells the copy from others
   * @param readsAll whether files that are linked are read, too
   * @param damaged what is wrong with files that are known to be damaged, by their names
   */
  CheckpointJob(
      HeldMoment moment,
      Directory from,
      UnfinishedStore to,
      Runnable check,
      RandomGenerator random,
      boolean readsAll,
      Map<String, String> damaged) {
    this.moment = moment;
    this.from = from;
    this.to = to;
    this.check = check;
    this.random = random;
    this.readsAll = readsAll;
    this.damaged = damaged;
  }

  /** Does it all, but for the end of the mark. */
  FileList run() throws IOException {
    ManifestState state = moment.state();
    copyLog(state);
    Set<Long> sidecars = new TreeSet<>();
    for (KeyspaceState keyspace : state.keyspaces()) {
      for (TableMeta table : keyspace.tables()) {
        addTable(keyspace, table);
      }
      sidecars.addAll(keyspace.sidecars());
    }
    for (ValueFileMeta file : state.valueFiles()) {
      add(new Checkpoint.File(FileNames.values(file.number()), file.fileBytes(), file.crc()));
    }
    for (long sidecar : sidecars) {
      String name = FileNames.sidecar(sidecar);
      add(FileBytes.describe(from, found(name), check).named(name));
    }
    long number = state.nextFile();
    state.apply(new VersionEdit(List.of(new EditEntry.NextFile(number + 1))));
    Current current = ManifestWriter.writeCopy(to.directory(), state, number, random);
    addMade(FileNames.manifest(number));
    FileList list = list(state, current.encode());
    list.write(to.directory());
    to.directory().force();
    current.putInForce(to.directory());
    return list;
  }

  /** How it was done. */
  Checkpoint.Work work() {
    return new Checkpoint.Work(linked, files.size() - linked, copiedBytes);
  }

  /**
   * Positions of the new log begin at its start, and its segments are as large as their records.
   */
  private void copyLog(ManifestState state) throws IOException {
    LogOptions options = LogOptions.holding(moment.logBytes());
    Log.RecordHandler none = (position, buffer, offset, length) -> {};
    RecoveredLog empty = Log.recover(to.directory(), 0, LogProof.NONE, none);
    try (Log log = empty.open(options, random::nextLong)) {
      moment.takeLog(
          (position, buffer, offset, length) -> {
            check.run();
            log.append(buffer, offset, length);
          });
      log.force(log.endPosition());
      state.apply(new VersionEdit(List.of(new EditEntry.LogMark(log.proof()))));
    }
    for (String name : to.directory().list()) {
      if (Log.isFile(name)) {
        addMade(name);
      }
    }
  }

  private void addMade(String name) throws IOException {
    Checkpoint.File file = FileBytes.describe(to.directory(), name, check);
    files.add(file);
    copiedBytes += file.bytes();
  }

  private void addTable(KeyspaceState keyspace, TableMeta table) throws IOException {
    String name = FileNames.table(table.number());
    EditEntry.Checksum noted = keyspace.checksum(table.number());
    int crc = noted == null ? FileBytes.describe(from, found(name), check).crc32c() : noted.crc();
    add(new Checkpoint.File(name, table.fileBytes(), crc));
  }

  /**
   * Tables, sidecars and value files never change, so one file will do for all stores that have it.
   */
  private void add(Checkpoint.File file) throws IOException {
    check.run();
    String found = found(file.name());
    if (damaged.containsKey(file.name()) || from.size(found) != file.bytes()) {
      throw changed(file);
    }
    if (readsAll && FileBytes.describe(from, found, check).crc32c() != file.crc32c()) {
      throw changed(file);
    }
    if (to.link(from, found, file.name())) {
      linked++;
    } else {
      if (to.copy(from, found, file.name(), check) != file.crc32c()) {
        throw changed(file);
      }
      copiedBytes += file.bytes();
    }
    files.add(file);
  }

  private String found(String name) throws IOException {
    return FileNames.found(from, name);
  }

  private static DbCorruptionException changed(Checkpoint.File file) {
    return new DbCorruptionException(
        file.name()
            + " is damaged: it has not the bytes that were written; there is no checkpoint of it."
            + " Restore the store from an earlier one, or salvage it",
        null);
  }

  private FileList list(ManifestState state, byte[] current) {
    files.sort(Comparator.comparing(Checkpoint.File::name));
    int crc = Crc32c.of(current, 0, current.length);
    files.add(new Checkpoint.File(FileNames.CURRENT, current.length, crc));
    copiedBytes += current.length;
    return new FileList(state.identity().databaseId(), moment.sequence(), files);
  }
}
