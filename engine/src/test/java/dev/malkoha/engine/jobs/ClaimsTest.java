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
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Manifest;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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

  private final KeyHasher hasher = new KeyHasher(1);
  private final MeanwhileDisk disk = new MeanwhileDisk(new SimulatedDisk());
  private final Directory directory = disk.openDirectory(Path.of("db"));
  private final TableFiles files =
      new TableFiles(
          directory,
          1,
          new TableOptions(4096, Codecs.ready(Codecs.NONE), FilterPolicy.none(), hasher),
          new TableResources(new BlockCache(0)));
  private final Snapshots snapshots = new Snapshots(7);
  private final Tree tree = openTree();

  ClaimsTest() throws IOException {}

  private Tree openTree() throws IOException {
    ManifestState state = new ManifestState();
    state.apply(new VersionEdit(List.of(new EditEntry.Identity(1, 2))));
    DbOptions options = DbOptions.builder().tableBytes(4096).garbageShare(1).build();
    Observer observer = new Observer(directory.path(), options);
    OpenTables tables = new OpenTables(files, null, observer);
    Version version = Version.open(tables, state.defaultKeyspace());
    Health health = new Health();
    Versions versions = new Versions(Manifest.begin(directory, state), tables, health);
    Tree tree =
        new Tree(
            new Shared(
                new Trees(),
                health,
                new ReadSections(),
                snapshots,
                hasher,
                MemTableBudget.ofOneStore(Long.MAX_VALUE).open(),
                new SpareParts(),
                versions,
                observer,
                TimeAndChance.MACHINE),
            KeyspaceId.DEFAULT,
            options.defaultKeyspace(),
            files);
    tree.open(new ReadView(new MemTable(hasher, 0), List.of(), version), null);
    return tree;
  }

  private final Progress progress = new Progress(new Health());
  private final DeleteJobs deletes =
      new DeleteJobs(
          tree,
          Log.open(directory, LogOptions.DEFAULT, 0, (position, b, o, length) -> {}),
          progress);
  private final CompactionJobs compactions = new CompactionJobs(tree, deletes, progress);

  private List<WrittenTable> write(long tag, byte[] value, byte[]... keys) throws IOException {
    MemTable table = new MemTable(hasher, 0);
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
