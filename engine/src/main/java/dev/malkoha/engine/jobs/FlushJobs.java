package dev.malkoha.engine.jobs;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.RangeReduction;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.engine.events.StoreEvent.Tables;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.range.RangeWalker;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * Makes memtables tables, those first that were frozen first, and gives the log back what no tree
 * needs any more. Memtables that were frozen at the same moment become tables by one edit, unless
 * they are many or large.
 *
 * <p>Where the log is still needed from before what a table holds, it is forced up to there first:
 * of writes to several trees none may outlive an older one.
 */
public final class FlushJobs {

  /** The bytes of memtables that may become tables by one edit, however small the largest is. */
  private static final long JOINT_BYTES = 16 << 20;

  /** The most trees whose memtables become tables by one edit. */
  private static final int JOINT_TREES = 64;

  /** The default one first. */
  private static final Comparator<Tree> BY_NUMBER =
      Comparator.comparingLong(tree -> tree.id().number());

  private final Trees trees;
  private final Log log;
  private final LogNeeds needs;
  private final Progress progress;

  /** Creates the flushes of a store. */
  public FlushJobs(Trees trees, Log log, LogNeeds needs, Progress progress) {
    this.trees = trees;
    this.log = log;
    this.needs = needs;
    this.progress = progress;
  }

  /** The next job; null if no frozen memtable waits. */
  public @Nullable Job next() {
    return oldest().isEmpty() ? null : this::flushOldest;
  }

  /** Of each tree the memtable that was frozen first of all, or at the same moment. */
  private SortedMap<Tree, FrozenMemTable> oldest() {
    SortedMap<Tree, FrozenMemTable> oldest = new TreeMap<>(BY_NUMBER);
    long first = Long.MAX_VALUE;
    for (Tree tree : trees.all()) {
      FrozenMemTable frozen = tree.oldestFrozen();
      if (frozen != null && frozen.end().position() <= first && !tree.isDropped()) {
        if (frozen.end().position() < first) {
          oldest.clear();
        }
        first = frozen.end().position();
        oldest.put(tree, frozen);
      }
    }
    return oldest;
  }

  /** One edit names all tables: so none of these memtables holds back the log for another one. */
  private void flushOldest() throws IOException {
    SortedMap<Tree, FrozenMemTable> oldest = needs.whileNobodyWrites(this::oldest);
    if (oldest.isEmpty()) { // their keyspaces were dropped meanwhile
      return;
    }
    long logEnd = oldest.firstEntry().getValue().end().position(); // of all
    List<Written> written = new ArrayList<>();
    MemTable.LogPlace floor;
    List<EditEntry> ofStore;
    try {
      oldest = write(oldest, written);
      floor = needs.without(oldest);
      if (floor.position() < logEnd) {
        log.force(logEnd);
      }
      ofStore = needs.edit(floor, logEnd);
    } catch (IOException | RuntimeException | Error e) {
      written.forEach(each -> each.flush.tables().forEach(Table::release)); // and files go
      throw e;
    }
    List<Versions.Flush> flushes = written.stream().map(Written::flush).toList();
    written.getFirst().tree().versions().install(flushes, ofStore);
    needs.flushed(logEnd);
    log.release(floor.position());
    written.forEach(Written::end);
  }

  /**
   * Writes memtables as tables. Where they are many, or much more than the largest of them, or the
   * disk is full, or a keyspace is dropped meanwhile: those before. The others wait for the next
   * job, so that what is written holds up no more memory and log than it must.
   *
   * @return those that were written
   */
  private SortedMap<Tree, FrozenMemTable> write(
      SortedMap<Tree, FrozenMemTable> frozen, List<Written> written) throws IOException {
    long largest = frozen.values().stream().mapToLong(FlushJobs::bytes).max().orElse(0);
    long left = Math.max(JOINT_BYTES, largest + largest / 4);
    for (Map.Entry<Tree, FrozenMemTable> each : frozen.entrySet()) {
      left -= bytes(each.getValue());
      if (left < 0 || written.size() == JOINT_TREES) {
        return frozen.headMap(each.getKey());
      }
      try {
        written.add(write(each.getKey(), each.getValue()));
      } catch (NoSpaceException | GoneException e) {
        if (written.isEmpty()) {
          throw e;
        }
        return frozen.headMap(each.getKey());
      }
    }
    return frozen;
  }

  private static long bytes(FrozenMemTable frozen) {
    return frozen.table().memoryUsed();
  }

  /** A memtable that was made tables, which no edit names yet. */
  private record Written(
      Versions.Flush flush,
      long memoryUsed,
      boolean wasFull,
      List<WrittenTable> tables,
      long elided,
      Span span) {

    Tree tree() {
      return flush.tree();
    }

    void end() {
      tree().counts().add(Count.DELETES_ELIDED, elided);
      tree().observer().end(span, this::flushed);
    }

    private Flushed flushed(Path path, Duration took) {
      Tables made = TableMeta.sum(tables.stream().map(WrittenTable::meta));
      return new Flushed(path, tree().id().name(), memoryUsed, wasFull, made, took);
    }
  }

  private Written write(Tree tree, FrozenMemTable frozen) throws IOException {
    SnapshotStripes open = tree.snapshots().stripes(StoreTime::moment);
    Version pinned = tree.versions().pin(tree);
    try {
      return write(tree, frozen.table(), open, pinned);
    } finally {
      pinned.release();
    }
  }

  private Written write(Tree tree, MemTable table, SnapshotStripes stripes, Version pinned)
      throws IOException {
    Span span = tree.observer().begin(Span.Kind.FLUSH);
    long[] open = stripes.snapshots();
    MergeJob job = job(tree, table, stripes, pinned);
    List<WrittenTable> outputs = run(tree, job, table.cursor(), Count.BYTES_FLUSHED);
    List<EditEntry> edit = new ArrayList<>();
    outputs.forEach(written -> written.addTo(edit, 0));
    edit.addAll(rangeChanges(tree, RangeReduction.joined(table.ranges().all(), open), open));
    edit.add(EditEntry.Kind.FLUSHED.of(table.largestSequence()));
    Versions.Flush flush = new Versions.Flush(tree, table, edit, tree.versions().open(outputs));
    boolean wasFull = table.isFull(tree.options().memTableBytes());
    return new Written(flush, table.memoryUsed(), wasFull, outputs, job.droppedDeletes(), span);
  }

  private MergeJob job(Tree tree, MemTable table, SnapshotStripes open, Version pinned) {
    boolean mostlyDeletes = tree.options().deleteApplier() && table.deleteShare() > 0.5;
    RangeWalker ranges = new RangeWalker(table.ranges().layers());
    return new MergeJob(
        tree.files(),
        tree.versions()::newFileNumber,
        MergePlan.flush(tree.files(), pinned, table.bytesUsed(), mostlyDeletes, open, ranges),
        CompactionFilter.NONE,
        () -> progress.isStopping() || tree.isDropped());
  }

  /** Runs a merge over entries, which it closes; counts what it wrote, and tells what failed. */
  static List<WrittenTable> run(Tree tree, MergeJob job, EntryCursor entries, Count written)
      throws IOException {
    try (entries) {
      List<WrittenTable> outputs = job.run(entries);
      String keyspace = tree.id().name();
      tree.observer().failed("merge function", keyspace, job.mergeFailure());
      tree.observer().failed("compaction filter", keyspace, job.decisions().failure());
      tree.counts().add(written, WrittenTable.bytes(outputs));
      return outputs;
    }
  }

  /**
   * The memtable's range deletes, joined, but for those that make no difference beside newer ones;
   * older ones in force that make none any more leave by the same edit.
   */
  private static List<EditEntry> rangeChanges(Tree tree, List<RangeTombstone> own, long[] open) {
    if (own.isEmpty()) {
      return List.of();
    }
    RangeTombstones before = tree.view().version().ranges();
    RangeTombstones all = before.plus(RangeTombstones.of(own));
    Set<RangeTombstone> superseded = RangeReduction.superseded(all, open);
    List<EditEntry> changes = new ArrayList<>();
    before.all().stream()
        .filter(superseded::contains)
        .forEach(range -> changes.add(EditEntry.Kind.DROP_RANGE.of(range.sequence())));
    own.stream()
        .filter(range -> !superseded.contains(range))
        .forEach(range -> changes.add(new EditEntry.AddRange(range)));
    return changes;
  }
}
