package dev.malkoha.engine.ingest;

import module java.base;

import dev.malkoha.engine.IngestOptions.Progress;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.commit.CommitPipeline;
import dev.malkoha.engine.compaction.OutputTable.WrittenTable;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import dev.malkoha.wal.Log;

/**
 * Adds tables that were built beside the store to a tree, all at one moment.
 *
 * <p>They get one sequence number, above all that was written before. It is known only at the end,
 * so the manifest says it and not the files. All that the tree has in memtables becomes tables
 * first, the last of it with the tree's writers waiting: a memtable is read before tables are, and
 * what is in it would hide what is newer.
 *
 * <p>Several may be built at the same time; they are added one after the other. Any thread. The
 * monitor, the ingestion lock, is held while tables are added, before all other locks of the store:
 * who closes it waits for that. While they are built he does not, as a user's code may take its
 * time in it: what is built then finds the directory closed.
 */
public final class Ingestions {

  /** More tables than that do not join level 0: they are made larger. */
  private static final int SHALLOW_MAX = 8;

  private final Shared shared;
  private final Log log;
  private final CommitPipeline pipeline;
  private final HeldMarks marks;
  private final Consumer<Tree> flush;
  private final boolean inTwoThreads;

  /** Makes tables. */
  public interface Source {

    /** Puts all there is to add into a sort. */
    void into(TableSort sort) throws IOException;
  }

  /**
   * Creates what adds tables.
   *
   * @param marks see what joins
   * @param inTwoThreads whether there may be another thread than the caller's
   * @param flush makes all memtables of a tree tables
   */
  public Ingestions(
      Shared shared,
      Log log,
      CommitPipeline pipeline,
      HeldMarks marks,
      boolean inTwoThreads,
      Consumer<Tree> flush) {
    this.marks = marks;
    this.inTwoThreads = inTwoThreads;
    this.shared = shared;
    this.log = log;
    this.pipeline = pipeline;
    this.flush = flush;
  }

  /** Makes tables and adds them; if that fails, nothing is added and nothing of them is left. */
  public Ingestion run(Tree tree, Source source, Consumer<Progress> listener) throws IOException {
    checkGoesOn(tree);
    marks.requireNothingSince("an ingestion");
    try (TableSort sort = new TableSort(shared, tree, inTwoThreads, listener)) {
      source.into(sort);
      if (sort.tables().isEmpty()) {
        return new Ingestion(0, 0, 0, 0);
      }
      keepLevel0Small(tree, sort);
      return add(tree, sort);
    } catch (IllegalStateException e) {
      checkGoesOn(tree);
      throw e;
    }
  }

  private void checkGoesOn(Tree tree) {
    shared.health().checkTakesWrites();
    tree.checkNotDropped();
  }

  private synchronized Ingestion add(Tree tree, TableSort sort) throws IOException {
    checkGoesOn(tree);
    flush.accept(tree); // most of it while others write
    Ingestion added = added(sort);
    Version before;
    pipeline.holdWriters(tree, true);
    try {
      flush.accept(tree);
      before =
          tree.versions()
              .underLock(() -> pipeline.ingest(tree, sequence -> name(tree, sort, sequence)));
    } finally {
      pipeline.holdWriters(tree, false);
    }
    tree.replaced(before);
    return added;
  }

  private static Ingestion added(TableSort sort) {
    List<WrittenTable> tables = sort.tables().stream().map(sort::written).toList();
    long entries = tables.stream().mapToLong(table -> table.meta().entries()).sum();
    return new Ingestion(entries, sort.read() - entries, tables.size(), WrittenTable.bytes(tables));
  }

  /**
   * Merges tables that can only join level 0, and those between, if they are many, because every
   * read asks each of them.
   */
  private void keepLevel0Small(Tree tree, TableSort sort) throws IOException {
    List<Table> tables = sort.tables();
    int[] levels = tree.versions().underLock(() -> levels(tree, tables));
    int[] shallow = IntStream.range(0, levels.length).filter(at -> levels[at] == 0).toArray();
    if (shallow.length > SHALLOW_MAX && tree.options().fifo() == 0) {
      sort.join(tables.subList(shallow[0], shallow[shallow.length - 1] + 1));
    }
  }

  private static int[] levels(Tree tree, List<Table> tables) {
    List<TableMeta> metas = tables.stream().map(Table::meta).toList();
    if (tree.options().fifo() > 0) {
      return new int[tables.size()]; // level 0 is in the order of age
    }
    Version version = tree.view().version();
    return new Placement(Shape.of(tree.options().tableBytes(), version, Table::isBusy))
        .levels(metas);
  }

  /**
   * Names the tables and publishes them, under the version lock and the commit lock: before any
   * reader has the number, and before any compaction can ask for them: so of the snapshots that it
   * does not see, none is older.
   */
  private Version name(Tree tree, TableSort sort, long sequence) throws IOException {
    List<Table> made = sort.tables();
    int[] levels = levels(tree, made);
    List<EditEntry> edit = new ArrayList<>();
    List<Table> numbered = new ArrayList<>();
    try {
      for (int i = 0; i < levels.length; i++) {
        Table table = made.get(i);
        sort.written(table).numbered(sequence).addTo(edit, levels[i]);
        numbered.add(table.numbered(sequence));
        tree.dead().ingest(table.meta().smallestKey(), table.meta().largestKey(), sequence);
      }
      edit.add(EditEntry.Kind.FLUSHED.of(sequence));
      edit.addAll(marks.edit(sequence));
      edit.add(new EditEntry.LogMark(log.proof()));
      return tree.versions().publish(tree, edit, numbered, tree::publishIngestion);
    } finally {
      numbered.forEach(Table::release);
    }
  }

  /** Waits for tables that are being added to a store that was closed. */
  public synchronized void awaitEnd() {
    // all have ended
  }

  /**
   * A pure question: given a shape, which level does each of some tables join, whose entries are
   * newer than all there are and which do not overlap each other?
   *
   * <p>The deepest one where neither it nor a shallower one has a table in its key range: so a read
   * that goes from the newest to the oldest meets each key's entries in order. A table in the range
   * from the least to the greatest key of all that running work has joins level 0, which is always
   * right: what a merge writes may span gaps between its inputs, at any level below.
   *
   * <p>A merge that runs, and has found that nothing older than some key lies beneath it, stays
   * right: a table that joins beneath an input's level does not overlap that input, so it has none
   * of the keys that were asked about.
   *
   * @param shape of the version that they join
   */
  public record Placement(Shape shape) {

    /** The level of each table. */
    public int[] levels(List<TableMeta> tables) {
      int deepest = deepest(tables.stream().mapToLong(TableMeta::fileBytes).sum());
      List<TableMeta> busy = shape.tables().stream().filter(shape::isBusy).toList();
      return tables.stream()
          .mapToInt(table -> isAmong(busy, table) ? 0 : level(table, deepest))
          .toArray();
    }

    /** No deeper than the tree is, unless there is no room for all of them. */
    private int deepest(long bytes) {
      int level = Math.max(1, shape.deepestLevel());
      while (level < Version.LEVELS - 1 && shape.bytes(level) + bytes > shape.bytesMax(level)) {
        level++;
      }
      return level;
    }

    /** Whether a table meets the range from the least to the greatest key of others. */
    private static boolean isAmong(List<TableMeta> others, TableMeta table) {
      byte[] smallest = table.smallestKey();
      byte[] largest = table.largestKey();
      return others.stream().anyMatch(o -> Arrays.compareUnsigned(o.smallestKey(), largest) <= 0)
          && others.stream().anyMatch(o -> Arrays.compareUnsigned(o.largestKey(), smallest) >= 0);
    }

    private int level(TableMeta table, int deepest) {
      int level = 0;
      while (level <= deepest && shape.overlapping(level, List.of(table)).isEmpty()) {
        level++;
      }
      return Math.max(0, level - 1);
    }
  }
}
