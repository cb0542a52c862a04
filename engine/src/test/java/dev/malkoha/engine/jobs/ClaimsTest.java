package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tables that merges and the delete applier claim: neither keeps the other one from them for long.
 */
class ClaimsTest {

  private static final byte[] DELETED = {1};
  private static final byte[] LIVING = {2};

  /** Two tables of this size are more than level 1 may hold. */
  private static final int VALUE_BYTES = 5 * 4096;

  private final MeanwhileDisk disk = new MeanwhileDisk(new SimulatedDisk());
  private final Snapshots snapshots = new Snapshots(7);
  private final Tree tree =
      BareTree.withTables(
              disk, DbOptions.builder().tableBytes(4096).garbageShare(1).build(), snapshots)
          .tree();
  private final TableFiles files = tree.files();

  ClaimsTest() throws IOException {}

  private final Progress progress = new Progress(new Health());
  private final DeleteJobs deletes =
      new DeleteJobs(
          tree,
          Log.open(files.directory(), LogOptions.DEFAULT, 0, (position, b, o, length) -> {}),
          progress);
  private final CompactionJobs compactions = new CompactionJobs(tree, deletes, progress);

  private List<WrittenTable> write(long tag, byte[] value, byte[]... keys) throws IOException {
    MemTable table = new MemTable(files.hasher(), 0);
    for (byte[] key : keys) {
      MemTables.add(table, tag, key, value);
    }
    return new MergeJob(
            files,
            tree.versions()::newFileNumber,
            MergePlan.flush(
                files, tree.view().version(), 1, false, new long[0], RangeWalker.none()),
            () -> false)
        .run(table.cursor());
  }

  private void install(int level, long tag, byte[] value, byte[]... keys) throws IOException {
    List<WrittenTable> written = write(tag, value, keys);
    EditEntry edit = new EditEntry.AddTable(level, written.getFirst().meta());
    tree.versions().install(tree, List.of(edit), tree.versions().open(written));
  }

  private Table below() {
    return tree.view().version().level(1).getFirst();
  }

  /** Merges the table of level 1 into another one there; what comes meanwhile finds it claimed. */
  private void merge(Change meanwhile) throws IOException {
    Table input = below();
    assertEquals(Set.of(input), tree.versions().claim(tree, Set.of(input)));
    meanwhile.run();
    List<WrittenTable> written =
        write(EntryKind.tag(5, EntryKind.PUT), new byte[VALUE_BYTES], DELETED, LIVING);
    List<Table> outputs = tree.versions().open(written);
    EditEntry drop = new EditEntry.DropTable(1, input.number());
    EditEntry add = new EditEntry.AddTable(1, written.getFirst().meta());
    tree.versions().install(tree, List.of(drop, add), outputs);
    deletes.replaced(List.of(input), outputs);
    tree.versions().free(List.of(input));
  }

  private interface Change {
    void run() throws IOException;
  }

  private void applyDeletes() throws IOException {
    Job job = deletes.next();
    assertNotNull(job, "deletes are due");
    job.run();
  }

  private long elided() {
    return tree.counts().sum(Count.DELETES_ELIDED);
  }

  private void fill() throws IOException {
    install(1, EntryKind.tag(5, EntryKind.PUT), new byte[VALUE_BYTES], DELETED, LIVING);
    install(0, EntryKind.tag(9, EntryKind.DELETE), new byte[0], DELETED);
    applyDeletes(); // the cheap round leaves out what needs a block for one delete
  }

  @Test
  void aClaimedTableIsLeftAloneAndTriedAgainOnceItIsFree() throws IOException {
    fill();
    merge(
        () -> {
          applyDeletes();
          assertEquals(0, elided());
          assertNull(deletes.next(), "the applier waits");
        });
    applyDeletes();
    assertEquals(1, elided());
    assertEquals(1, below().deadEntries());
    assertNull(deletes.next());
  }

  /** One merge follows the other at once; the applier has its turn after the second one. */
  @Test
  void mergesWithoutEndDoNotStarveTheApplier() throws IOException {
    fill();
    merge(this::applyDeletes);
    assertTrue(compactions.pick().isPresent(), "a table that was refused once may be picked");
    tree.versions().free(List.of(below()));
    merge(this::applyDeletes);
    assertEquals(Optional.empty(), compactions.pick(), "a table that was refused twice is owed");
    applyDeletes();
    assertEquals(1, elided());
    Optional<Compaction<Table>> next = compactions.pick();
    assertEquals(Optional.of(List.of(below())), next.map(Compaction::tables));
  }

  /** They begin and end while the applier reads: it is refused tables that are gone by then. */
  @Test
  void mergesShorterThanARunDoNotStarveTheApplierEither() throws IOException {
    fill();
    for (int i = 0; i < 2; i++) {
      disk.after(0, When.TABLE_READ, this::mergeOnce);
      applyDeletes();
      assertTrue(disk.end(), "the applier has read");
      assertEquals(0, elided());
    }
    assertEquals(Optional.empty(), compactions.pick(), "what came of refused tables is owed");
    applyDeletes();
    assertEquals(1, elided());
  }

  private void mergeOnce() {
    try {
      merge(() -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTableIsOwedNoMoreOnceTheApplierHasRun() throws IOException {
    fill();
    merge(this::applyDeletes);
    merge(this::applyDeletes);
    snapshots.open(); // and needs what the delete covers
    applyDeletes();
    assertEquals(0, elided());
    assertTrue(compactions.pick().isPresent());
  }

  @Test
  void tablesAreClaimedOnce() throws IOException {
    fill();
    Table table = below();
    assertEquals(Set.of(table), tree.versions().claim(tree, Set.of(table)));
    assertEquals(Set.of(), tree.versions().claim(tree, Set.of(table)));
    tree.versions().free(Set.of(table));
    assertEquals(Set.of(table), tree.versions().claim(tree, Set.of(table)));
  }
}
