package dev.malkoha.engine.inspect;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.VerifyReport;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.LogVerifier;
import dev.malkoha.wal.SegmentReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** One complete check of a closed store. */
public final class StoreVerifier {

  private final Directory directory;
  private final ManifestState manifest;
  private final TableFiles files;
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int tables;
  private long entries;
  private long logRecords;

  private StoreVerifier(Directory directory, ManifestState manifest, TableFiles files) {
    this.directory = directory;
    this.manifest = manifest;
    this.files = files;
  }

  /** Checks the store of a directory, holding its lock meanwhile. */
  public static VerifyReport verify(Disk disk, Path path) throws IOException {
    try (ClosedStore store = ClosedStore.open(disk, path)) {
      DirectoryLock lock = store.directory().lockExisting(FileNames.LOCK);
      try {
        return verify(store);
      } finally {
        lock.close();
      }
    }
  }

  private static VerifyReport verify(ClosedStore store) throws IOException {
    ManifestState manifest;
    try {
      manifest = store.manifest();
      manifest.identity();
    } catch (DbCorruptionException | IllegalArgumentException e) {
      return new VerifyReport(List.of(String.valueOf(e.getMessage())), List.of(), 0, 0, 0);
    }
    StoreVerifier verifier = new StoreVerifier(store.directory(), manifest, store.tables(manifest));
    verifier.checkLevels();
    if (verifier.problems.isEmpty()) {
      verifier.checkDeletes();
    }
    verifier.checkLog();
    verifier.noteStrangers();
    return new VerifyReport(
        verifier.problems, verifier.notes, verifier.tables, verifier.entries, verifier.logRecords);
  }

  private void checkLevels() {
    for (int level = 0; level < Version.LEVELS; level++) {
      List<TableMeta> ordered = manifest.level(level);
      ordered.forEach(this::checkTable);
      if (level > 0) {
        checkDisjoint(level, ordered);
      }
    }
  }

  /** Only where each table can be read by itself. */
  private void checkDeletes() throws IOException {
    problems.addAll(new DeleteVerifier(manifest, files).run());
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

  private void checkTable(TableMeta meta) {
    String name = FileNames.table(meta.number());
    try {
      if (!directory.exists(name)) {
        problems.add(name + " is missing");
        return;
      }
      try (TableReader reader = files.open(meta)) {
        checkAgainstManifest(name, meta, reader.properties());
        if (!reader.filterProblem().isEmpty()) {
          problems.add(name + " has a filter that is of no use: " + reader.filterProblem());
        }
        VectorRef vector = manifest.vector(meta.number());
        files.living(meta, vector, reader).verify();
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

  private void checkLog() {
    try {
      for (SegmentReport segment : LogVerifier.verify(directory, manifest.logFloor())) {
        logRecords += segment.records();
        if (segment.state() == SegmentReport.State.DAMAGED) {
          problems.add(segment.file() + " is damaged: " + segment.detail());
        } else if (segment.state() == SegmentReport.State.TORN) {
          notes.add(segment.file() + " ends early, as after a power cut: " + segment.detail());
        }
      }
    } catch (IOException e) {
      problems.add("the log: " + e.getMessage());
    }
  }

  private void noteStrangers() throws IOException {
    Set<Long> live = manifest.sidecars();
    for (int level = 0; level < Version.LEVELS; level++) {
      manifest.level(level).forEach(table -> live.add(table.number()));
    }
    for (String name : directory.list()) {
      OptionalLong number = FileNames.tableNumber(name);
      number = number.isPresent() ? number : FileNames.sidecarNumber(name);
      if (number.isPresent() && !live.contains(number.getAsLong())) {
        notes.add(name + " belongs to no level; the next open removes it");
      }
    }
  }
}
