package dev.malkoha.engine.compaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.ValueShares.ValueOptions;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.memtable.MemTables;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Table.OpenTable;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a job writes, where it cuts, and what it leaves when it does not come to its end. */
class MergeJobTest {

  private static final Path PATH = Path.of("db");
  private static final int KEYS = 20;
  private static final int VERSIONS = 3;
  private static final byte[] VALUE = new byte[100];

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Directory directory = disk.openDirectory(PATH);
  private final KeyHasher hasher = new KeyHasher(1);
  private final TableFiles files =
      new TableFiles(
          directory,
          1,
          new TableOptions(1024, Codecs.ready(Codecs.NONE), FilterPolicy.cuckoo(0.01), hasher),
          resources(),
          ValueOptions.NONE,
          KeyspaceId.DEFAULT,
          null);
  private final ManifestState state = new ManifestState();
  private final MemTable memTable = new MemTable(hasher);
  private long sequence;
  private long nextNumber = 1;

  MergeJobTest() throws IOException {
    state.apply(List.of(new EditEntry.Identity(1, 2)));
  }

  /** With no threads: each table is finished before the next is begun. */
  TableResources resources() {
    return new TableResources(new BlockCache(0));
  }

  private void add(int key, EntryKind kind) {
    byte[] value = kind == EntryKind.PUT ? VALUE : new byte[0];
    MemTables.add(memTable, EntryKind.tag(++sequence, kind), new byte[] {(byte) key}, value);
  }

  private void putAll() {
    for (int version = 0; version < VERSIONS; version++) {
      IntStream.range(0, KEYS).forEach(key -> add(key, EntryKind.PUT));
    }
  }

  /** Snapshots that need every version of every key. */
  private static long[] allVersions() {
    return new long[] {KEYS, 2 * KEYS};
  }

  private Version version() throws IOException {
    return Version.open(
        meta -> {
          TableReader reader = files.open(meta);
          return new Table(
              new OpenTable(meta.number(), reader, 0, List.of(), table -> {}), meta, reader);
        },
        state.defaultKeyspace());
  }

  private MergeJob flush(LongSupplier numbers, BooleanSupplier cancelled, long... snapshots)
      throws IOException {
    RangeWalker none = RangeWalker.none();
    MergePlan plan =
        MergePlan.flush(files, version(), 1, false, new SnapshotStripes(snapshots), none);
    return new MergeJob(files, numbers, plan, CompactionFilter.NONE, cancelled);
  }

  private MergeJob flush(long... snapshots) throws IOException {
    return flush(() -> nextNumber++, () -> false, snapshots);
  }

  /** Writes the memtable as a table of level 0 and lays that into level 1. */
  private List<TableMeta> compact(
      long tableBytes, LongSupplier numbers, BooleanSupplier cancelled, long... snapshots)
      throws IOException {
    TableMeta input = flush(allVersions()).run(memTable.cursor()).getFirst().meta();
    state.apply(List.of(new EditEntry.AddTable(0, input)));
    Version version = version();
    Shape shape = Shape.of(tableBytes, version, table -> false);
    Compaction pick = new Compaction(shape.levels(), 1, Compaction.Kind.MERGE);
    MergePlan plan =
        MergePlan.compaction(files, pick, version, new SnapshotStripes(snapshots), tableBytes);
    MergeJob job = new MergeJob(files, numbers, plan, CompactionFilter.NONE, cancelled);
    try (EntryCursor source = MergePlan.source(pick, version)) {
      return job.run(source).stream().map(WrittenTable::meta).toList();
    }
  }

  private List<TableMeta> compact(long tableBytes, long... snapshots) throws IOException {
    return compact(tableBytes, () -> nextNumber++, () -> false, snapshots);
  }

  private static int filesIn(Directory directory) throws IOException {
    return directory.list().size();
  }

  @Test
  void aFlushWritesOneTableWithEverythingNeeded() throws IOException {
    putAll();
    List<WrittenTable> written = flush(allVersions()).run(memTable.cursor());
    assertEquals(1, written.size());
    TableMeta meta = written.getFirst().meta();
    assertEquals(KEYS * VERSIONS, meta.entries());
    assertArrayEquals(new byte[] {0}, meta.smallestKey());
    assertArrayEquals(new byte[] {KEYS - 1}, meta.largestKey());
    assertEquals(1, meta.smallestSequence());
    assertEquals(sequence, meta.largestSequence());
  }

  @Test
  void whatNoSnapshotNeedsIsLeftOut() throws IOException {
    putAll();
    assertEquals(KEYS, flush().run(memTable.cursor()).getFirst().meta().entries());
    assertEquals(2 * KEYS, flush(KEYS).run(memTable.cursor()).getFirst().meta().entries());
  }

  /** Each version of a key alone fills a table; they stay together all the same. */
  @Test
  void tablesAreCutBetweenKeysOnly() throws IOException {
    putAll();
    List<TableMeta> tables = compact(1, allVersions());
    assertEquals(KEYS * VERSIONS, tables.stream().mapToLong(TableMeta::entries).sum());
    List<Integer> keys = new ArrayList<>();
    for (TableMeta table : tables) {
      IntStream.rangeClosed(table.smallestKey()[0], table.largestKey()[0]).forEach(keys::add);
    }
    assertEquals(IntStream.range(0, KEYS).boxed().toList(), keys);
    assertEquals(KEYS, tables.size());
  }

  @Test
  void tablesAreCutOnceTheyAreLargeEnough() throws IOException {
    putAll();
    assertEquals(1, compact(1 << 20, allVersions()).size());
  }

  @Test
  void eachTableHasANumberOfItsOwnAndIsNamedForGood() throws IOException {
    putAll();
    List<TableMeta> tables = compact(1, allVersions());
    assertEquals(KEYS, tables.stream().map(TableMeta::number).distinct().count());
    Directory after = disk.crash(CrashState.SYNCED_ONLY, 1).openDirectory(PATH);
    assertEquals(KEYS + 1, filesIn(after));
  }

  @Test
  void whereNothingIsKeptNothingIsWritten() throws IOException {
    add(1, EntryKind.DELETE);
    add(2, EntryKind.DELETE);
    MergeJob job = flush();
    assertEquals(List.of(), job.run(memTable.cursor()));
    assertEquals(2, job.droppedDeletes());
    assertEquals(1, nextNumber);
    assertEquals(0, filesIn(directory));
  }

  @Test
  void onlyDeletesCountAsDroppedDeletes() throws IOException {
    putAll();
    add(3, EntryKind.DELETE);
    MergeJob job = flush();
    assertEquals(KEYS - 1, job.run(memTable.cursor()).getFirst().meta().entries());
    assertEquals(1, job.droppedDeletes());
  }

  /** Asked before each key, so the fourth time before the fourth key. */
  @Test
  void aCancelledJobLeavesNoFile() throws IOException {
    putAll();
    int[] asked = {0};
    assertThrows(
        GoneException.class,
        () -> compact(1, () -> nextNumber++, () -> ++asked[0] == 4, allVersions()));
    assertEquals(4, asked[0]);
    assertEquals(5, nextNumber); // the input's number and three more
    assertEquals(1, filesIn(directory));
  }

  @Test
  void aFailedJobLeavesNoFile() throws IOException {
    putAll();
    LongSupplier failing =
        () -> {
          if (nextNumber == 6) {
            throw new IllegalStateException("no more numbers");
          }
          return nextNumber++;
        };
    assertThrows(
        IllegalStateException.class, () -> compact(1, failing, () -> false, allVersions()));
    assertEquals(6, nextNumber);
    assertEquals(1, filesIn(directory));
  }

  /** The input's is the first, so this is the third table's. */
  @Test
  void aTableThatCannotBeForcedFailsTheJobWhichLeavesNoFile() throws IOException {
    putAll();
    disk.fail(Fault.at(CallKind.FORCE, disk.calls(CallKind.FORCE) + 3));
    assertThrows(IOException.class, () -> compact(1, allVersions()));
    assertEquals(1, filesIn(directory));
  }
}
