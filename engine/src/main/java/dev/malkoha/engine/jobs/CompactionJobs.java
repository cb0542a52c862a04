package dev.malkoha.engine.jobs;

import module java.base;

import dev.malkoha.engine.CompactionFilter;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.compaction.CompactionPicker;
import dev.malkoha.engine.compaction.FifoPicker;
import dev.malkoha.engine.compaction.GarbagePicker;
import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.events.CompactionCause;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.engine.events.StoreEvent.Tables;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.resource.StoreTime;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.storage.CorruptFileException;
import dev.malkoha.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/** Picks compactions of a tree and carries them out. */
final class CompactionJobs {

  private static final long PATIENCE_MILLIS = 5_000;

  private final Tree tree;
  private final DeleteJobs deletes;
  private final Progress progress;
  private final UnflushedDeletes unflushed;

  /**
   * The state in which a pick was asked for.
   *
   * @param atRest whether it was asked, too, what is to be gathered at rest
   * @param settled up to which number tables could be picked
   */
  private record Seen(Version version, KeyspaceOptions options, boolean atRest, long settled) {}

  /** The version and options for which the last pick found nothing. Set under the version lock. */
  private volatile @Nullable Seen lastEmptyPick;

  /** Whether what is at rest is being gathered, beside which nothing is picked. */
  private volatile boolean gathers;

  /** The newest sequence number when there was no room to gather; -1 if there always was. */
  private volatile long noRoomAt = -1;

  /** Tables with damage that a compaction has met. Changed and asked under the version lock. */
  private final Set<Long> damaged = new HashSet<>();

  /** Creates the jobs of a tree. */
  CompactionJobs(Tree tree, DeleteJobs deletes, Progress progress) {
    this.tree = tree;
    this.deletes = deletes;
    this.progress = progress;
    this.unflushed = new UnflushedDeletes(tree);
  }

  /** The most urgent job; null if there is none. */
  @Nullable Job next() {
    long settled = tree.settledSequence();
    Seen now = new Seen(tree.view().version(), tree.options(), mayGather(), settled);
    Optional<Compaction> picked = now.equals(lastEmptyPick) ? Optional.empty() : pick();
    return picked.<@Nullable Job>map(compaction -> () -> compact(compaction, false)).orElse(null);
  }

  /** Proposes what is most urgent and marks its inputs. */
  Optional<Compaction> pick() {
    boolean atRest = mayGather();
    long settled = tree.settledSequence();
    return pick(
        (version, shape) -> {
          var due =
              pickByShape(version, shape)
                  .or(() -> pickGarbage(version, shape))
                  .or(() -> GarbagePicker.pickValues(shape));
          var picked = atRest ? due.or(() -> pickAtRest(version, shape)) : due;
          if (picked.isEmpty()) {
            noteEmptyPick(version, atRest, settled);
          }
          return picked;
        });
  }

  /** Damage does not keep the oldest table of a bounded keyspace, nor deletes that it waits for. */
  private Optional<Compaction> pickByShape(Version version, Shape shape) {
    long bytesMax = tree.options().fifo();
    if (bytesMax > 0) {
      return FifoPicker.oldest(Shape.of(shape.tableBytes(), version, Table::isBusy), bytesMax)
          .filter(_ -> !tree.snapshots().isAnyOpen());
    }
    var due = CompactionPicker.pick(shape);
    return progress.isAwaited() ? due.or(() -> CompactionPicker.level0(shape)) : due;
  }

  /**
   * The version comes first, the open snapshots after it: of a snapshot that is opened between the
   * two the version can hold no younger delete. The other way round it could.
   */
  private Optional<Compaction> pickGarbage(Version version, Shape shape) {
    long[] snapshots = tree.snapshots().sequences();
    boolean moreDeletes = unflushed.areManyComing() || deletes.areDue(version);
    return GarbagePicker.pick(
        shape, tree.options().garbageShare(), snapshots, moreDeletes, garbageTime());
  }

  /**
   * The time by which tables are taken as old. None is while a memtable holds deletes, and all are
   * while somebody waits for the store to be idle.
   */
  private long garbageTime() {
    if (progress.isAwaited()) {
      return Long.MAX_VALUE;
    }
    return tree.view().hasUnflushedDeletes() ? Long.MIN_VALUE : tree.clock().millis();
  }

  /** Whether the store is at rest, and there may be room to gather something. */
  private boolean mayGather() {
    long newest = tree.newestSequence();
    return progress.isAtRest(newest) && !progress.hasForeground() && noRoomAt != newest;
  }

  private Optional<Compaction> pickAtRest(Version version, Shape shape) {
    boolean moreDeletes = tree.view().hasUnflushedDeletes() || deletes.areDue(version);
    boolean isToWait = tree.options().deleteApplier() && moreDeletes;
    return isToWait || tree.options().fifo() > 0
        ? Optional.empty()
        : CompactionPicker.pickAtRest(shape);
  }

  /** The delete applier, which compactions make room for. */
  DeleteJobs deletes() {
    return deletes;
  }

  /** The deletes that no table has yet. */
  UnflushedDeletes unflushed() {
    return unflushed;
  }

  /**
   * Gathers a range, a bounded number of tables at a time, then ends range deletes that are
   * needless. It takes damaged tables, too, and those that the applier is to have next; it waits
   * while tables get marks.
   */
  void gather(KeyRange range) throws IOException {
    long before =
        1 + tree.view().version().tables().stream().mapToLong(Table::number).max().orElse(0);
    boolean asksAll = !filter().equals(CompactionFilter.NONE);
    Supplier<Optional<Compaction>> next =
        () -> pick((_, shape) -> CompactionPicker.pickRange(shape, range, before, asksAll));
    boolean isBounded = tree.options().fifo() > 0;
    Optional<Compaction> picked = isBounded ? Optional.empty() : deletes.whileNoneIsMarked(next);
    while (picked.isPresent()) {
      compact(picked.get(), true);
      picked = deletes.whileNoneIsMarked(next);
    }
    deletes.endRanges();
  }

  private Optional<Compaction> pick(BiFunction<Version, Shape, Optional<Compaction>> question) {
    return tree.versions()
        .underLock(
            () -> {
              if (tree.isDropped() || gathers) {
                return Optional.empty();
              }
              Version version = tree.view().version();
              Shape shape =
                  Shape.of(
                      tree.options().tableBytes(),
                      version,
                      tree.settledSequence(),
                      isTaken(version));
              Optional<Compaction> picked = question.apply(version, shape.with(ageing(version)));
              picked.ifPresent(pick -> claim(pick, true));
              return picked;
            });
  }

  /** What is expired may wait for 5 s, or for a twentieth of the time that entries live. */
  private Shape.Ageing ageing(Version version) {
    if (!tree.snapshots().time().isKnown()) {
      return Shape.Ageing.NONE;
    }
    long lives = tree.options().timeToLive().toMillis();
    long patience = progress.isAwaited() ? 0 : Math.max(PATIENCE_MILLIS, lives / 20);
    return Shape.Ageing.of(version, tree.snapshots().stripes(StoreTime::peek), patience);
  }

  /** Which tables are not to be picked: jobs have them, the applier is next, or damage is known. */
  private Predicate<Table> isTaken(Version version) {
    Set<Long> others = new HashSet<>(damaged);
    others.addAll(deletes.owed(version));
    return table -> table.isBusy() || others.contains(table.number());
  }

  /** Claims the inputs, or frees those that are still there. Under the version lock. */
  private boolean claim(Compaction compaction, boolean isBusy) {
    compaction.of(tree.view().version().tables()).forEach(table -> table.setBusy(isBusy));
    if (compaction.kind() == Kind.GATHER) {
      gathers = isBusy; // one that ends beside it leaves it alone
    }
    return isBusy;
  }

  /** What is dead is asked every time. */
  private void noteEmptyPick(Version version, boolean atRest, long settled) {
    boolean mayChange =
        version.newestDelete() > 0
            || tree.hasExpiring(version)
            || tree.options().fifo() > 0
            || version.level(0).size() >= Shape.LEVEL0_TABLES
            || version.tables().stream()
                .anyMatch(table -> table.isBusy() || table.meta().deadEntries() > 0);
    lastEmptyPick = mayChange ? null : new Seen(version, tree.options(), atRest, settled);
  }

  /** Runs a compaction, frees its inputs, and ends range deletes that it has made needless. */
  private void compact(Compaction compaction, boolean asked) throws IOException {
    Span span = tree.observer().begin(Span.Kind.COMPACTION);
    List<WrittenTable> written = new ArrayList<>();
    try {
      switch (compaction.kind()) {
        case MERGE, REWRITE -> written.addAll(merge(compaction));
        case GATHER -> written.addAll(gather(compaction));
        case MOVE -> move(compaction);
        case DROP -> tree.versions().install(tree, removals(compaction), List.of(), () -> {});
        case EVICT -> evict(compaction);
      }
      if (compaction.kind() == Kind.REWRITE || compaction.kind() == Kind.DROP) {
        tree.counts().add(Count.GARBAGE_REWRITES, 1);
      }
      deletes.endRanges();
    } catch (CorruptFileException e) {
      noteDamage(compaction.tables(), e);
      throw new GoneException("the compaction met damage");
    } finally {
      tree.versions().underLock(() -> claim(compaction, false));
    }
    tree.observer().end(span, (path, took) -> done(path, compaction, asked, written, took));
  }

  /**
   * Keeps from being picked again the inputs that a damaged file is, or whose values it has; if it
   * is not known, all of them.
   */
  private void noteDamage(List<TableMeta> inputs, CorruptFileException met) {
    tree.observer().damaged(tree.id().name(), met.file(), String.valueOf(met.getMessage()));
    List<TableMeta> found = inputs.stream().filter(table -> isOf(met.file(), table)).toList();
    List<TableMeta> left = found.isEmpty() ? inputs : found;
    tree.versions().underLock(() -> damaged.addAll(left.stream().map(TableMeta::number).toList()));
  }

  private static boolean isOf(String file, TableMeta table) {
    return file.equals(FileNames.table(table.number()))
        || table.values().stream()
            .anyMatch(use -> file.equals(FileNames.values(use.file().number())));
  }

  private Compacted done(
      Path path, Compaction compaction, boolean asked, List<WrittenTable> outputs, Duration took) {
    Tables read = TableMeta.sum(compaction.tables().stream());
    Tables written = TableMeta.sum(outputs.stream().map(WrittenTable::meta));
    int from = 0;
    while (compaction.inputs().get(from).isEmpty()) {
      from++;
    }
    CompactionCause cause = asked ? CompactionCause.ASKED : cause(compaction.kind(), from);
    Compacted.Way way = new Compacted.Way(cause, from, compaction.outputLevel());
    return new Compacted(path, tree.id().name(), way, read, written, took);
  }

  private static CompactionCause cause(Kind kind, int fromLevel) {
    return switch (kind) {
      case GATHER -> CompactionCause.AT_REST;
      case REWRITE, DROP -> CompactionCause.DEAD_ENTRIES;
      case EVICT -> CompactionCause.FIFO;
      case MERGE, MOVE ->
          fromLevel == 0 ? CompactionCause.LEVEL0_TABLES : CompactionCause.LEVEL_BYTES;
    };
  }

  /**
   * Makes an idle compaction. It does not wait for room on a full disk: it is given up until more
   * is written.
   */
  private List<WrittenTable> gather(Compaction compaction) throws IOException {
    long sequence = tree.newestSequence();
    try {
      if (compaction.tables().size() > 1) {
        return merge(compaction);
      }
      move(compaction);
      return List.of();
    } catch (NoSpaceException e) {
      noRoomAt = sequence;
      throw new GoneException("there is no room to gather");
    }
  }

  /** The table's vector moves with it, and its checksum. */
  private void move(Compaction compaction) throws IOException {
    TableMeta moved = compaction.tables().getFirst();
    List<EditEntry> edit = removals(compaction);
    edit.add(new EditEntry.AddTable(compaction.outputLevel(), moved));
    tree.versions().install(tree, edit, List.of(), () -> {});
  }

  private void evict(Compaction compaction) throws IOException {
    List<EditEntry> edit = removals(compaction);
    if (!tree.versions().installUnseen(tree, edit, List.of(), tree::isOverBound, () -> {})) {
      throw new GoneException("the tables stay as long as a snapshot is open");
    }
  }

  /** What is asked about values now: no snapshot may see what it changes. */
  private CompactionFilter filter() {
    return tree.snapshots().isAnyOpen() ? CompactionFilter.NONE : tree.options().compactionFilter();
  }

  /** Where a snapshot is opened while the filter is asked, nothing that it decided is done. */
  private List<WrittenTable> merge(Compaction compaction) throws IOException {
    Optional<List<WrittenTable>> merged = merge(compaction, filter());
    return merged.isPresent()
        ? merged.get()
        : merge(compaction, CompactionFilter.NONE).orElseThrow();
  }

  /**
   * Merges tables and installs what comes of them.
   *
   * @return what was written; empty if the filter changed something that a snapshot may see
   */
  private Optional<List<WrittenTable>> merge(Compaction compaction, CompactionFilter filter)
      throws IOException {
    Version pinned = tree.versions().pin(tree);
    try {
      SnapshotStripes stripes = tree.snapshots().stripes(StoreTime::moment);
      long[] open = stripes.snapshots();
      MergeJob job = job(compaction, pinned, stripes, filter);
      EntryCursor source = MergePlan.source(compaction, pinned);
      List<WrittenTable> outputs = FlushJobs.run(tree, job, source, Count.BYTES_COMPACTED);
      List<EditEntry> edit = removals(compaction);
      int level = compaction.outputLevel();
      outputs.forEach(output -> output.addTo(edit, level));
      List<Table> tables = tree.versions().open(outputs);
      tables.forEach(table -> table.rememberRangesApplied(MergePlan.rangesApplied(pinned, open)));
      List<TableMeta> made = outputs.stream().map(WrittenTable::meta).toList();
      Runnable replaced = () -> deletes.replaced(compaction.tables(), made);
      if (!job.decisions().areChanging()) {
        tree.versions().install(tree, edit, tables, replaced);
      } else if (!tree.versions().installUnseen(tree, edit, tables, () -> true, replaced)) {
        return Optional.empty();
      }
      long elided = liveDeletes(compaction.tables()) - liveDeletes(made);
      tree.counts().add(Count.DELETES_ELIDED, Math.max(0, elided)); // what expires becomes deletes
      return Optional.of(outputs);
    } finally {
      pinned.release();
    }
  }

  private static long liveDeletes(List<TableMeta> tables) {
    return tables.stream().mapToLong(TableMeta::liveTombstones).sum();
  }

  private MergeJob job(
      Compaction compaction, Version pinned, SnapshotStripes open, CompactionFilter filter) {
    long cut = tree.options().tableBytes();
    MergePlan plan = MergePlan.compaction(tree.files(), compaction, pinned, open, cut);
    BooleanSupplier isOver = () -> isOver(compaction);
    return new MergeJob(tree.files(), tree.versions()::newFileNumber, plan, filter, isOver);
  }

  /** Whether a compaction is of no use any more, or keeps another one from being begun. */
  private boolean isOver(Compaction compaction) {
    return progress.isStopping()
        || tree.isDropped()
        || (compaction.kind() == Kind.GATHER && progress.hasForeground());
  }

  private static List<EditEntry> removals(Compaction compaction) {
    List<EditEntry> edit = new ArrayList<>();
    for (int level = 0; level < compaction.inputs().size(); level++) {
      for (TableMeta table : compaction.inputs().get(level)) {
        edit.add(new EditEntry.DropTable(level, table.number()));
      }
    }
    return edit;
  }
}
