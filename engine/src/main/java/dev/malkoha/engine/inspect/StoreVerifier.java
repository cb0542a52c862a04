package dev.malkoha.engine.inspect;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.VerifyReport;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.store.LogReplay;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.LogVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One complete check of a closed store. */
public final class StoreVerifier {

  private static final long MEMTABLE_BYTES = 64 << 20;

  private final Directory directory;
  private final ManifestState manifest;
  private final TableFiles files;
  private final List<String> problems;
  private int tables;
  private long entries;
  private long logRecords;

  private StoreVerifier(
      Directory directory, ManifestState manifest, TableFiles files, List<String> problems) {
    this.directory = directory;
    this.manifest = manifest;
    this.files = files;
    this.problems = problems;
  }

  /** Checks the store of a directory, holding its lock meanwhile. */
  public static VerifyReport verify(Disk disk, Path path) throws IOException {
    try (ClosedStore store = ClosedStore.open(disk, path);
        DirectoryLock _ = store.directory().lockExisting(FileNames.LOCK)) {
      return verify(store);
    }
  }

  private static VerifyReport verify(ClosedStore store) throws IOException {
    List<String> problems = new ArrayList<>();
    ManifestState manifest;
    try {
      manifest = store.manifest(problems::add);
    } catch (DbCorruptionException | IllegalArgumentException e) {
      return new VerifyReport(List.of(String.valueOf(e.getMessage())), List.of(), 0, 0, 0);
    }
    StoreVerifier verifier =
        new StoreVerifier(store.directory(), manifest, store.tables(manifest), problems);
    for (KeyspaceState keyspace : manifest.keyspaces()) {
      if (verifier.checkLevels(keyspace)) {
        problems.addAll(new DeleteVerifier(keyspace, verifier.files).run());
      }
    }
    verifier.checkLog();
    problems.addAll(ObsoleteFiles.strays(store.directory(), manifest));
    return new VerifyReport(
        problems, List.of(), verifier.tables, verifier.entries, verifier.logRecords);
  }

  /** Whether each table can be read by itself. */
  private boolean checkLevels(KeyspaceState keyspace) {
    int before = problems.size();
    for (int level = 0; level < Version.LEVELS; level++) {
      List<TableMeta> ordered = keyspace.level(level);
      ordered.forEach(meta -> checkTable(keyspace, meta));
      if (level > 0) {
        checkDisjoint(level, ordered);
      }
    }
    return problems.size() == before;
  }

  private void checkDisjoint(int level, List<TableMeta> ordered) {
    for (int i = 1; i < ordered.size(); i++) {
      TableMeta before = ordered.get(i - 1);
      TableMeta after = ordered.get(i);
      if (Arrays.compareUnsigned(before.largestKey(), after.smallestKey()) >= 0) {
        problems.add(
            FileNames.table(before.number())
                + " and "
                + FileNames.table(after.number())
                + " overlap in level "
                + level);
      }
    }
  }

  private void checkTable(KeyspaceState keyspace, TableMeta meta) {
    String name = FileNames.table(meta.number());
    try {
      if (!directory.exists(FileNames.found(directory, name))) {
        problems.add(name + " is missing");
        return;
      }
      try (TableReader reader = files.open(meta)) {
        checkAgainstManifest(name, meta, reader.properties());
        if (!reader.filterProblem().isEmpty()) {
          problems.add(name + " has a filter that is of no use: " + reader.filterProblem());
        }
        files.living(meta, keyspace.vector(meta.number()), reader).verify();
      }
      tables++;
      entries += meta.entries();
    } catch (IOException | DbException e) {
      problems.add(name + ": " + e.getMessage());
    }
  }

  private void checkAgainstManifest(String name, TableMeta meta, TableProperties found) {
    boolean agree =
        found.entries() == meta.entries()
            && found.fileBytes() == meta.fileBytes()
            && Arrays.equals(found.smallestKey(), meta.smallestKey())
            && Arrays.equals(found.largestKey(), meta.largestKey());
    if (!agree) {
      problems.add(name + " is not the table that the manifest describes");
    }
  }

  /** The records are put into memtables as an opening does it. */
  private void checkLog() {
    LogReplay replay =
        new LogReplay(manifest, files.hasher(), _ -> MEMTABLE_BYTES, directory.path());
    try {
      LogVerifier.Report log =
          LogVerifier.verify(directory, manifest.logFloor(), manifest.logProof(), replay);
      if (log.damage().isEmpty()) {
        replay.checkReach();
      } else {
        problems.add("the log is damaged: " + log.damage());
      }
      problems.addAll(log.doubts());
      log.segments().forEach(segment -> logRecords += segment.records());
    } catch (IOException | DbException e) {
      problems.add("the log: " + e.getMessage());
    }
  }
}
