package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.GarbagePicker;
import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.deletion.ApplierContext;
import dev.malkoha.engine.deletion.ApplierJob;
import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.deletion.Deletions;
import dev.malkoha.engine.deletion.RangeApplier;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is picked while snapshots are opened and deletes flushed. */
class PickTest {

  private static final byte[] KEY = {1};
  private static final long PUT = 5;
  private static final long SNAPSHOT = 7;
  private static final long DELETE = 9;

  private final KeyHasher hasher = new KeyHasher(1);
  private final Directory directory = new SimulatedDisk().openDirectory(Path.of("db"));
  private final TableFiles files =
      new TableFiles(
          directory,
          1,
          new TableFiles.Settings(4096, Codecs.ready(Codecs.NONE), FilterPolicy.none()),
          hasher,
          new BlockCache(0));
  private final VersionSet versions = openVersions();
  private final Installer installer =
      new Installer(
          versions,
          new Views(new ReadView(new MemTable(hasher, 0), List.of(), versions.current())),
          new ReadSections());

  PickTest() throws IOException {}

  private VersionSet openVersions() throws IOException {
    ManifestState state = new ManifestState();
    state.apply(new VersionEdit(List.of(new EditEntry.Identity(1, 2))));
    OpenTables tables = new OpenTables(files);
    return VersionSet.begin(directory, tables, state, VersionSet.openVersion(tables, state));
  }

  private CompactionJobs jobs(Supplier<long[]> openSnapshots) {
    DeletionStats stats = new DeletionStats();
    VectorWriter vectors = new VectorWriter(files, installer::newFileNumber, () -> 0, 0.3);
    Deletions deletions = new Deletions(installer, vectors, hasher, stats);
    return new CompactionJobs(
        installer,
        openSnapshots,
        files,
        new LevelTargets(4096),
        new GarbagePicker(0.3),
        version -> false,
        () -> 0,
        deletions,
        new RangeApplier(
            new ApplierContext(deletions, hasher, openSnapshots, new Unbounded(), stats)),
        stats,
        () -> false);
  }

  private static final class Unbounded implements ApplierJob.Bounds {
    @Override
    public void begin() {}

    @Override
    public void pay(long blocks) {}

    @Override
    public long blocksMax() {
      return Long.MAX_VALUE;
    }
  }

  private void flushPut() throws IOException {
    MemTable table = new MemTable(hasher, 0);
    table.add(EntryKind.tag(PUT, EntryKind.PUT), KEY, 0, 1, KEY, 0, 1);
    MergeJob job =
        MergeJob.flush(
            files,
            installer::newFileNumber,
            versions.current(),
            1,
            false,
            new long[0],
            RangeWalker.none(),
            () -> false);
    List<WrittenTable> written = job.run(table.cursor());
    EditEntry edit = new EditEntry.AddTable(0, written.getFirst().meta());
    installer.install(List.of(edit), installer.open(written));
  }

  private void flushRangeDelete() {
    RangeTombstone all = new RangeTombstone(new byte[0], new byte[] {9}, DELETE);
    try {
      installer.install(List.of(new EditEntry.AddRange(all)), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Or the table would be dropped that the snapshot still sees. */
  @Test
  void aDeleteThatIsFlushedWhileThePickerLooksIsNotSeenWithoutTheSnapshotBeforeIt()
      throws IOException {
    flushPut();
    CompactionJobs jobs =
        jobs(
            () -> {
              flushRangeDelete(); // and before it the snapshot was opened, too late for this list
              return new long[0];
            });
    assertEquals(Optional.empty(), jobs.pickCompaction());
    assertEquals(Optional.empty(), jobs(() -> new long[] {SNAPSHOT}).pickCompaction());
    assertEquals(
        Optional.of(Compaction.Kind.DROP),
        jobs(() -> new long[0]).pickCompaction().map(Compaction::kind));
  }
}
