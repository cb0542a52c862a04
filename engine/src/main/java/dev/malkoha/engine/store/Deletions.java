package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.deletion.DeletionStats;
import dev.malkoha.engine.deletion.LateBits;
import dev.malkoha.engine.deletion.Marks;
import dev.malkoha.engine.deletion.TableMarks;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.NoSpaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one way in which entries become dead, under the deletions lock: what is marked is written
 * down, named by an edit and published before any other vector can change.
 */
final class Deletions {

  private final Tree tree;
  private final VectorWriter vectors;
  private final DeletionStats stats = new DeletionStats();
  private final ReentrantLock lock = new ReentrantLock();

  /** Work under the lock. */
  interface Work {
    void run(Version now) throws IOException;
  }

  Deletions(Tree tree) {
    this.tree = tree;
    this.vectors =
        new VectorWriter(
            tree.files(),
            tree::newFileNumber,
            System::currentTimeMillis,
            tree.options().garbageShare());
  }

  /** What deletes have led to so far. */
  DeletionStats stats() {
    return stats;
  }

  /**
   * Marks what still can be marked: of each key all or nothing.
   *
   * @return whether everything was
   */
  boolean mark(Marks marks) throws IOException {
    boolean[] complete = {true};
    exclusively(
        now -> {
          Set<Table> there = Set.copyOf(now.tables());
          List<TableMarks> byTable = marks.byTable(there::contains);
          complete[0] = byTable.stream().mapToInt(TableMarks::count).sum() == marks.count();
          if (!byTable.isEmpty()) {
            write(now, byTable);
          }
        });
    return complete[0];
  }

  /** A table in which nothing is left needs no vector: it is dropped by the same edit. */
  private void write(Version now, List<TableMarks> marks) throws IOException {
    List<EditEntry> edit = new ArrayList<>();
    List<TableMarks> toWrite = new ArrayList<>();
    List<Table> reserved = new ArrayList<>();
    for (TableMarks table : marks) {
      if (table.leavesNothing() && reserve(table.table())) {
        int level = now.levelOf(table.table());
        edit.add(new EditEntry.DropTable(level, table.table().meta().number()));
        reserved.add(table.table());
      } else {
        toWrite.add(table);
      }
    }
    try {
      install(edit, List.of(), toWrite);
    } catch (NoSpaceException e) {
      reserved.forEach(this::free);
      throw e;
    }
    stats.countElided(marks.stream().mapToLong(TableMarks::tombstones).sum());
  }

  /** Keeps compactions from a table that is to be dropped; false if one has it as an input. */
  private boolean reserve(Table table) {
    return tree.underLock(
        version -> {
          boolean isFree = !table.isBusy();
          if (isFree) {
            table.setBusy(true);
          }
          return isFree;
        });
  }

  /** Lets compactions have the table again: it could not be dropped. */
  private void free(Table table) {
    tree.underLock(
        version -> {
          table.setBusy(false);
          return version;
        });
  }

  /** Writes marks down, if there are any, and installs an edit together with them. */
  private VectorWriter.Written install(
      List<EditEntry> edit, List<Table> tables, List<TableMarks> marks) throws IOException {
    VectorWriter.Written written = written(tables, marks);
    List<EditEntry> allEdits = new ArrayList<>(edit);
    allEdits.addAll(written.edit());
    List<Table> allTables = new ArrayList<>(tables);
    allTables.addAll(written.tables());
    try {
      tree.install(allEdits, allTables);
    } catch (NoSpaceException e) {
      vectors.discard(written, e);
      throw e;
    }
    stats.countRemovals(written.removals());
    stats.countSidecarBytes(written.bytes());
    return written;
  }

  /**
   * Installs what a compaction wrote, with what died meanwhile marked in it.
   *
   * @param plan how the compaction decided what to write
   * @param edit the compaction's own
   * @param outputs what it wrote, in key order, each held once; let go of in any case
   */
  void install(MergePlan plan, List<EditEntry> edit, List<Table> outputs)
      throws IOException {
    exclusively(
        now -> {
          List<TableMarks> late = lateBits(plan, now, outputs);
          long carried = install(edit, outputs, late).tombstones();
          // Those that the applier took out of the inputs meanwhile were counted then.
          stats.countElided(liveDeletes(plan, now) - liveDeletes(outputs) + carried);
        });
  }

  /** Deletes that are alive in a compaction's inputs by now. */
  private static long liveDeletes(MergePlan plan, Version now) {
    Set<Long> inputs = new HashSet<>();
    plan.compaction().tables().forEach(table -> inputs.add(table.meta().number()));
    return liveDeletes(
        now.tables().stream().filter(table -> inputs.contains(table.meta().number())).toList());
  }

  private static long liveDeletes(List<Table> tables) {
    return tables.stream().mapToLong(Table::liveTombstones).sum();
  }

  private List<TableMarks> lateBits(MergePlan plan, Version now, List<Table> outputs)
      throws IOException {
    try {
      Marks late = LateBits.carry(plan, now, List.copyOf(outputs), tree.files().hasher());
      if (late.isEmpty()) {
        return List.of();
      }
      return late.byTable(table -> true);
    } catch (IOException | RuntimeException | Error e) {
      abandon(outputs);
      throw e;
    }
  }

  private VectorWriter.Written written(List<Table> outputs, List<TableMarks> marks)
      throws IOException {
    try {
      return marks.isEmpty() ? VectorWriter.Written.NOTHING : vectors.write(marks);
    } catch (IOException | RuntimeException | Error e) {
      abandon(outputs);
      throw e;
    }
  }

  /** No edit names these tables, and none will. */
  private static void abandon(List<Table> outputs) {
    outputs.forEach(Table::markObsolete);
    outputs.forEach(Table::release);
  }

  /**
   * Installs an edit that follows from the newest version and touches no table, if there is one.
   */
  void edit(Function<Version, List<EditEntry>> question) throws IOException {
    exclusively(
        now -> {
          List<EditEntry> edit = question.apply(now);
          if (!edit.isEmpty()) {
            tree.install(edit, List.of());
          }
        });
  }

  /**
   * Answers something while no marks are being made: a table that marks are about to drop is still
   * in the newest version.
   */
  <T> T between(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  /** Does something during which no vector changes but by it. */
  void exclusively(Work work) throws IOException {
    lock.lock();
    try {
      Version now = tree.pin();
      try {
        work.run(now);
      } finally {
        now.release();
      }
    } finally {
      lock.unlock();
    }
  }
}
