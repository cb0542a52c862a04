package dev.malkoha.engine.tree;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.base.IoFunction;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.recovery.OpenTables;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.Manifest;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * An empty tree with what it needs of a store around it, and no log, no jobs, no workers.
 *
 * @param shared what the tree shares with others, to be asked and told by a test
 */
public record BareTree(Shared shared, Versions versions, Tree tree) {

  private static final Path PATH = Path.of("db");

  /** A tree that never has a table. */
  public static BareTree on(SimulatedDisk disk, DbOptions options) throws IOException {
    IoFunction<TableMeta, Table> none =
        meta -> {
          throw new AssertionError("there are no tables");
        };
    return on(
        disk,
        options,
        new Snapshots(0, new StoreTime(Clock.MACHINE, 0)),
        TimeAndChance.MACHINE,
        (_, _, _) -> none);
  }

  /** A tree whose tables are opened as in a store. */
  public static BareTree withTables(
      Disk disk, DbOptions options, Snapshots snapshots, TimeAndChance outside) throws IOException {
    return on(
        disk,
        options,
        snapshots,
        outside,
        (files, observer, stays) -> new OpenTables(files, null, observer, stays)::open);
  }

  /** Makes what opens tables. */
  private interface Opening {
    IoFunction<TableMeta, Table> opener(
        TableFiles files, Observer observer, Predicate<String> stays);
  }

  private static BareTree on(
      Disk disk, DbOptions options, Snapshots snapshots, TimeAndChance outside, Opening opening)
      throws IOException {
    Directory directory = disk.openDirectory(PATH);
    KeyHasher hasher = new KeyHasher(1);
    TableFiles files =
        new TableFiles(
            directory, new EditEntry.Identity(1, 1), new TableResources(new BlockCache(0)));
    Observer observer = new Observer(PATH, options);
    ManifestState state = new ManifestState();
    state.apply(
        List.of(
            new EditEntry.Identity(1, 2),
            new EditEntry.OptionsLine(""),
            EditEntry.Kind.NEXT_FILE.of(1)));
    Health health = new Health(_ -> {});
    IoFunction<TableMeta, Table> opener =
        opening.opener(files, observer, name -> health.isSealed() || state.isLive(name));
    Versions versions = new Versions(Manifest.begin(directory, state, 0), opener, health);
    Shared shared =
        new Shared(
            new Trees(),
            health,
            new ReadSections(),
            snapshots,
            hasher,
            new MemTableBudget(Long.MAX_VALUE, false).open(),
            new SpareParts(),
            versions,
            observer,
            outside);
    Tree tree = new Tree(shared, KeyspaceId.DEFAULT, options.defaultKeyspace(), files);
    Version version = Version.open(opener, state.defaultKeyspace());
    tree.open(new ReadView(new MemTable(hasher), List.of(), version), null);
    return new BareTree(shared, versions, tree);
  }

  /** Does what only a writer may do. */
  public void underCommitLock(Runnable work) {
    shared.health().commitLock().lock();
    try {
      work.run();
    } finally {
      shared.health().commitLock().unlock();
    }
  }
}
