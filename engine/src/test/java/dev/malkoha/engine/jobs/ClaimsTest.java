package dev.malkoha.engine.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.BareTree;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Table;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tables that merges and the delete applier claim: neither keeps the other one from them for long.
 */
class ClaimsTest {

  private static final byte[] DELETED = {1};
  private static final byte[] LIVING = {2};
  private static final byte[] OTHER = {3};

  /** Two tables of this size are more than level 1 may hold. */
  private static final int VALUE_BYTES = 5 * 4096;

  private final MeanwhileDisk disk = new MeanwhileDisk(new SimulatedDisk());
  private final Snapshots snapshots = new Snapshots(7, new StoreTime(Clock.MACHINE, 0));
  private final SlowClock clock = new SlowClock();
  private final BareTree bare =
      BareTree.withTables(
          disk, options(true), snapshots, new TimeAndChance(clock, TimeAndChance.MACHINE.random()));
  private final Tree tree = bare.tree();
  private final TableFiles files = tree.files();

  ClaimsTest() throws IOException {}

  private final Progress progress = new Progress(new Health(_ -> {}));
  private final Log log =
      Log.open(files.directory(), LogOptions.DEFAULT, 0, (position, b, o, length) -> {});
  private final TreeJobs all = new TreeJobs(bare.shared().trees(), log, progress);
  private final DeleteJobs deletes = new DeleteJobs(tree, log, progress, () -> false);
  private final CompactionJobs compactions = new CompactionJobs(tree, deletes, progress);

  private static DbOptions options(boolean applier) {
    return DbOptions.builder().tableBytes(4096).garbageShare(1).deleteApplier(applier).build();
  }

  private Tree createTree(String name) throws IOException {
    KeyspaceId id = new KeyspaceId(tree.versions().nextKeyspace(), name);
    tree.versions().note(new EditEntry.Keyspace(id, ""));
    Tree created = tree.another(id, options(true).defaultKeyspace());
    created.openEmpty();
    return created;
  }

  /** Time goes on whenever somebody asks for it: all work takes long, and calls for rest. */
  private static final class SlowClock implements Clock {
    private long now;
    private int rests;

    @Override
    public long nanos() {
      return now += 100_000_000;
    }

    @Override
    public void rest(long nanos) {
      now += nanos;
      rests++;
    }
  }

  private List<WrittenTable> write(Tree into, long tag, byte[] value, byte[]... keys)
      throws IOException {
    MemTable table = new MemTable(files.hasher());
    for (byte[] key : keys) {
      MemTables.add(table, tag, key, value);
    }
    return new MergeJob(
            files,
            tree.versions()::newFileNumber,
            MergePlan.flush(
                files,
                into.view().version(),
                1,
                false,
                new SnapshotStripes(new long[0]),
                RangeWalker.none()),
            CompactionFilter.NONE,
            () -> false)
        .run(table.cursor());
  }

  private void install(Tree into, int level, long tag, byte[] value, byte[]... keys)
      throws IOException {
    List<WrittenTable> written = write(into, tag, value, keys);
    EditEntry edit = new EditEntry.AddTable(level, written.getFirst().meta());
    tree.versions().install(into, List.of(edit), tree.versions().open(written), () -> {});
  }

  private void installPuts(Tree into, int level, long sequence) throws IOException {
    long tag = EntryKind.tag(sequence, EntryKind.PUT);
    install(into, level, tag, new byte[VALUE_BYTES], DELETED, LIVING);
  }

  private void installDelete(Tree into) throws IOException {
    install(into, 0, EntryKind.tag(9, EntryKind.DELETE), new byte[0], DELETED);
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
        write(tree, EntryKind.tag(5, EntryKind.PUT), new byte[VALUE_BYTES], DELETED, LIVING);
    List<Table> outputs = tree.versions().open(written);
    EditEntry drop = new EditEntry.DropTable(1, input.number());
    EditEntry add = new EditEntry.AddTable(1, written.getFirst().meta());
    tree.versions().install(tree, List.of(drop, add), outputs, () -> {});
    deletes.replaced(List.of(input.meta()), List.of(written.getFirst().meta()));
    tree.versions().free(List.of(input));
  }

  private interface Change {
    void run() throws IOException;
  }

  private void applyDeletes() throws IOException {
    run(deletes.next());
  }

  private static void run(@Nullable Job job) throws IOException {
    assertNotNull(job, "a job is due");
    job.run();
  }

  private long elided() {
    return elided(tree);
  }

  private static long elided(Tree of) {
    return of.counts().sum(Count.DELETES_ELIDED);
  }

  private void fill() throws IOException {
    installPuts(tree, 1, 5);
    installDelete(tree);
  }

  /** Has two merges follow each other in a tree that is alone in having deletes. */
  private void owe(Tree to) throws IOException {
    installPuts(to, 2, 2);
    installDelete(to);
    for (int sequence = 3; sequence < 5; sequence++) {
      installPuts(to, 1, sequence);
      Job merge = all.compaction();
      run(all.deletes());
      run(merge);
    }
    assertEquals(0, elided(to));
    assertNull(all.compaction());
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
    assertEquals(1, below().meta().deadEntries());
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
    Optional<Compaction> next = compactions.pick();
    assertEquals(Optional.of(List.of(below().meta())), next.map(Compaction::tables));
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

  /** A run that other tables' deletes call for, while a merge has the owed table, serves it not. */
  @Test
  void aTableIsOwedStillAfterARunThatFoundItClaimed() throws IOException {
    fill();
    merge(this::applyDeletes);
    merge(
        () -> {
          applyDeletes();
          install(tree, 2, EntryKind.tag(1, EntryKind.PUT), new byte[VALUE_BYTES], OTHER);
          install(tree, 0, EntryKind.tag(10, EntryKind.DELETE), new byte[0], OTHER);
          applyDeletes();
        });
    assertEquals(Optional.empty(), compactions.pick(), "it was refused twice");
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

  /** The merge still waits then for those who read the version before. */
  @Test
  void nobodyCanPickWhatAMergeMakesOfRefusedTables() throws IOException {
    installPuts(tree, 2, 2);
    fill();
    merge(this::applyDeletes);
    Job merge = compactions.next();
    applyDeletes();
    List<Table> made = new ArrayList<>();
    List<Table> free = new ArrayList<>();
    Health health = bare.shared().health();
    health.whenChanged(
        () -> {
          health.whenChanged(() -> {});
          made.addAll(tree.view().version().level(2));
          free.addAll(made);
          free.removeIf(Table::isBusy);
          free.removeIf(table -> deletes.owed(tree.view().version()).contains(table.number()));
        });
    run(merge);
    assertEquals(tree.view().version().level(2), made);
    assertEquals(List.of(), free);
    assertTrue(deletes.owed(tree.view().version()).contains(made.getFirst().number()));
    assertFalse(made.getFirst().isBusy());
  }

  /** The one has given up its inputs by then, and waits for readers: no table is busy. */
  @Test
  void nothingIsPickedBesideAGatherThoughAnotherCompactionEndsBesideIt() throws IOException {
    install(tree, 3, EntryKind.tag(1, EntryKind.PUT), new byte[1], DELETED, OTHER);
    installPuts(tree, 2, 2);
    installPuts(tree, 1, 5);
    Job merge = compactions.next();
    List<Optional<Compaction>> picked = new ArrayList<>();
    Health health = bare.shared().health();
    health.whenChanged(
        () -> {
          health.whenChanged(() -> {});
          progress.rest(tree.newestSequence());
          picked.add(compactions.pick());
        });
    run(merge);
    assertEquals(Optional.of(Kind.GATHER), picked.getFirst().map(Compaction::kind));
    install(tree, 1, EntryKind.tag(6, EntryKind.PUT), new byte[2 * VALUE_BYTES], OTHER);
    assertEquals(Optional.empty(), compactions.pick(), "level 1 is full, and waits");
  }

  @Test
  void aTreeWhoseTablesAreOwedComesFirst() throws IOException {
    Tree other = createTree("other");
    owe(other);
    installPuts(tree, 1, 5);
    installDelete(tree); // it would be this tree's turn
    run(all.deletes());
    assertEquals(1, elided(other));
  }

  @Test
  void noApplierRestsWhileTablesOfAnotherTreeAreOwed() throws IOException {
    Tree other = createTree("other");
    owe(other);
    installPuts(tree, 1, 5);
    installDelete(tree);
    other.change(options(false).defaultKeyspace(), files);
    int before = clock.rests;
    run(all.deletes());
    assertTrue(clock.rests > before, "nobody waits for an applier that is off");
    installPuts(tree, 2, 2);
    installDelete(tree);
    Job next = all.deletes();
    other.change(options(true).defaultKeyspace(), files);
    int rests = clock.rests;
    run(next);
    assertEquals(2, elided());
    assertEquals(rests, clock.rests);
  }
}
