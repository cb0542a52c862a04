package dev.malkoha.tools.inspect;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.recovery.LogReplay;
import dev.malkoha.engine.toolkit.StoreFiles;
import dev.malkoha.engine.toolkit.StoreFiles.StoreView;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.Disk;
import dev.malkoha.tools.VerifyReport;
import dev.malkoha.tools.log.LogVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One complete check of a store: of all its files if nobody has it open, else of a view of it that
 * is taken beside its writer.
 */
public final class StoreVerifier {

  private static final KeyspaceOptions OPTIONS =
      KeyspaceOptions.builder().memTableBytes(64 << 20).build();

  private static final String IN_USE =
      "the store is in use: checked is a view of it, taken beside its writer";

  private final ManifestState manifest;
  private final TableSource source;
  private final List<String> problems;
  private final Set<Checkpoint.File> readable = new LinkedHashSet<>();
  private int tables;
  private long entries;
  private long logRecords;

  private StoreVerifier(ManifestState manifest, TableSource source, List<String> problems) {
    this.manifest = manifest;
    this.source = source;
    this.problems = problems;
  }

  /** Checks the store of a directory, holding its lock meanwhile unless somebody else does. */
  public static VerifyReport verify(Disk disk, Path path) throws IOException {
    try (Directory store = StoreFiles.open(disk, path);
        DirectoryLock _ = store.lockExisting(FileNames.LOCK)) {
      return verify(store);
    } catch (DirectoryLockedException e) {
      return verifyBeside(disk, path);
    }
  }

  private static VerifyReport verify(Directory store) throws IOException {
    List<String> problems = new ArrayList<>();
    ManifestState manifest;
    try {
      manifest = StoreFiles.manifest(store, problems::add);
    } catch (DbCorruptionException | IllegalArgumentException e) {
      return new VerifyReport(List.of(String.valueOf(e.getMessage())), List.of(), 0, 0, 0);
    }
    TableFiles files = StoreFiles.tables(store, manifest);
    StoreVerifier verifier = new StoreVerifier(manifest, new TableSource.OnDisk(files), problems);
    verifier.checkKeyspaces();
    verifier.checkBytes(store);
    verifier.checkLog(store, files.hasher());
    problems.addAll(sentences(ObsoleteFiles.strays(store, manifest)));
    return verifier.report(List.of());
  }

  private static List<String> sentences(List<Problem> problems) {
    return problems.stream().map(Problem::toString).toList();
  }

  private static VerifyReport verifyBeside(Disk disk, Path path) throws IOException {
    try (StoreView view = StoreView.open(disk, path)) {
      List<String> problems = new ArrayList<>(sentences(view.problems()));
      StoreVerifier verifier =
          new StoreVerifier(view.manifest(), TableSource.Held.of(view), problems);
      verifier.checkKeyspaces();
      verifier.logRecords = view.logRecords();
      return verifier.report(List.of(IN_USE));
    } catch (DbCorruptionException e) {
      List<String> problem = List.of(String.valueOf(e.getMessage()));
      return new VerifyReport(problem, List.of(IN_USE), 0, 0, 0);
    }
  }

  private VerifyReport report(List<String> notes) {
    return new VerifyReport(problems, notes, tables, entries, logRecords);
  }

  private void checkKeyspaces() throws IOException {
    for (KeyspaceState keyspace : manifest.keyspaces()) {
      int before = problems.size();
      if (checkLevels(keyspace)) {
        problems.addAll(new DeleteVerifier(keyspace, source).run());
      }
      if (!keyspace.id().isDefault()) {
        String of = "keyspace " + keyspace.id().name() + ": ";
        problems.subList(before, problems.size()).replaceAll(problem -> of + problem);
      }
    }
  }

  /** Whether each table can be read by itself. */
  private boolean checkLevels(KeyspaceState keyspace) {
    int before = problems.size();
    for (List<TableMeta> level : keyspace.levels()) {
      level.forEach(this::checkTable);
    }
    return problems.size() == before;
  }

  private void checkTable(TableMeta meta) {
    String name = FileNames.table(meta.number());
    try {
      if (!source.has(meta)) {
        problems.add(name + " is missing");
        return;
      }
      TableReader reader = source.open(meta);
      try {
        if (!reader.filterProblem().isEmpty()) {
          problems.add(name + " has a filter that is of no use: " + reader.filterProblem());
        }
        source.living(meta, reader).verify();
        ValueVerifier.check(meta, reader, source);
      } finally {
        source.close(reader);
      }
      tables++;
      entries += meta.entries();
      Integer sum = meta.crc();
      if (sum != null) {
        readable.add(new Checkpoint.File(name, meta.fileBytes(), sum));
      }
      for (TableMeta.ValueUse use : meta.values()) {
        ValueFileMeta file = use.file();
        String values = FileNames.values(file.number());
        readable.add(new Checkpoint.File(values, file.fileBytes(), file.crc()));
      }
    } catch (IOException | DbException e) {
      problems.add(name + ": " + e.getMessage());
    }
  }

  /** The bytes of files that can be read, against the checksums that the manifest has of them. */
  private void checkBytes(Directory store) throws IOException {
    List<Checkpoint.File> found = new ArrayList<>();
    for (Checkpoint.File file : readable) {
      found.add(file.named(FileNames.found(store, file.name())));
    }
    problems.addAll(StoreFiles.differences(store, found));
  }

  /** The records are put into memtables as an opening does it. */
  private void checkLog(Directory store, KeyHasher hasher) {
    LogReplay replay = new LogReplay(manifest, hasher, _ -> OPTIONS, store.path());
    try {
      LogVerifier.Report log =
          LogVerifier.verify(store, manifest.logFloor(), manifest.logProof(), replay);
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
