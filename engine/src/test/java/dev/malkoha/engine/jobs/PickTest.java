package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  private Supplier<long[]> openSnapshots = () -> new long[0];
  private final Tree tree = openTree();
  private final TableFiles files = tree.files();

  PickTest() throws IOException {}

  private Tree openTree() throws IOException {
    DbOptions options = DbOptions.builder().garbageShare(0.3).deleteApplier(false).build();
    Snapshots snapshots =
        new Snapshots(0, new StoreTime(Clock.MACHINE, 0)) {
          @Override
          public synchronized long[] sequences() {
            return openSnapshots.get();
          }
        };
    return BareTree.withTables(new SimulatedDisk(), options, snapshots, TimeAndChance.MACHINE)
        .tree();
  }

  private Optional<Compaction> pick(Supplier<long[]> snapshots) throws IOException {
    Progress progress = new Progress(new Health(_ -> {}));
    Log log = Log.open(files.directory(), LogOptions.DEFAULT, 0, (position, b, o, length) -> {});
    openSnapshots = snapshots;
    return new CompactionJobs(tree, new DeleteJobs(tree, log, progress, () -> false), progress)
        .pick();
  }

  private void flushPut() throws IOException {
    MemTable table = new MemTable(files.hasher());
    table.add(EntryKind.tag(PUT, EntryKind.PUT), KEY, 0, 1, 0, 1);
    MergeJob job =
        new MergeJob(
            files,
            tree.versions()::newFileNumber,
            MergePlan.flush(
                files,
                tree.view().version(),
                1,
                false,
                new SnapshotStripes(new long[0]),
                RangeWalker.none()),
            CompactionFilter.NONE,
            () -> false);
    List<WrittenTable> written = job.run(table.cursor());
    EditEntry edit = new EditEntry.AddTable(0, written.getFirst().meta());
    tree.versions().install(tree, List.of(edit), tree.versions().open(written), () -> {});
  }

  private void flushRangeDelete() {
    RangeTombstone all = new RangeTombstone(new byte[0], new byte[] {9}, DELETE);
    try {
      tree.versions().install(tree, List.of(new EditEntry.AddRange(all)), List.of(), () -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Or the table would be dropped that the snapshot still sees. */
  @Test
  void aDeleteThatIsFlushedWhileThePickerLooksIsNotSeenWithoutTheSnapshotBeforeIt()
      throws IOException {
    flushPut();
    assertEquals(
        Optional.empty(),
        pick(
            () -> {
              flushRangeDelete(); // and before it the snapshot was opened, too late for this list
              return new long[0];
            }));
    assertEquals(Optional.empty(), pick(() -> new long[] {SNAPSHOT}));
    assertEquals(Optional.of(Compaction.Kind.DROP), pick(() -> new long[0]).map(Compaction::kind));
  }
}
