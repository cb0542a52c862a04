package dev.malkoha.engine.jobs;

import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.deletion.LateBits;
import dev.malkoha.engine.deletion.Marks;
import dev.malkoha.engine.deletion.TableMarks;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.NoSpaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The one way in which entries become dead, under the deletions lock: what is marked is written
 * down, named by an edit and published before any other vector can change.
 */
final class Deletions {

  private final Tree tree;
  private final ReentrantLock lock = new ReentrantLock();

  /** What is changed under the lock. */
  interface Change {
    void run(Version now) throws IOException;
  }

  Deletions(Tree tree) {
    this.tree = tree;
  }

  private VectorWriter vectors() {
    return new VectorWriter(
        tree.files(),
        tree.versions()::newFileNumber,
        tree.clock()::millis,
        tree.options().garbageShare());
  }

  /**
   * Marks what still can be marked: of each key all or nothing.
   *
   * @return whether everything was
   */
  boolean mark(Marks marks) throws IOException {
    if (marks.isEmpty()) {
      return true;
    }
    int[] marked = new int[1];
    exclusively(
        now -> {
          List<TableMarks> byTable = marks.byTable(Set.copyOf(now.tables())::contains);
          marked[0] = byTable.stream().mapToInt(TableMarks::count).sum();
          if (!byTable.isEmpty()) {
            mark(now, byTable);
          }
        });
    return marked[0] == marks.count();
  }

  /** A table in which nothing is left needs no vector: it is dropped by the same edit. */
  private void mark(Version now, List<TableMarks> marks) throws IOException {
    List<TableMarks> toWrite = new ArrayList<>(marks);
    List<EditEntry> edit = new ArrayList<>();
    List<Table> reserved = new ArrayList<>();
    for (TableMarks inTable : marks) {
      Table table = inTable.table();
      if (inTable.leavesNothing() && reserve(table)) {
        toWrite.remove(inTable);
        edit.add(new EditEntry.DropTable(now.levelOf(table), table.meta().number()));
        reserved.add(table);
      }
    }
    try {
      install(edit, List.of(), vectors().write(toWrite));
    } catch (NoSpaceException e) {
      tree.versions().free(reserved); // they could not be dropped
      throw e;
    }
    tree.counts().add(Count.DELETES_ELIDED, tombstones(marks));
  }

  /** Keeps compactions from a table that is to be dropped; false if one has it as an input. */
  private boolean reserve(Table table) {
    return tree.versions()
        .underLock(
            () -> {
              boolean isFree = !table.isBusy();
              table.setBusy(true);
              return isFree;
            });
  }

  private static long tombstones(List<TableMarks> marks) {
    return marks.stream().mapToLong(TableMarks::tombstones).sum();
  }

  /** Installs an edit together with marks that were written down. */
  private void install(List<EditEntry> edit, List<Table> tables, VectorWriter.Written written)
      throws IOException {
    try {
      tree.versions()
          .install(
              tree,
              Stream.concat(edit.stream(), written.edit().stream()).toList(),
              Stream.concat(tables.stream(), written.tables().stream()).toList());
    } catch (NoSpaceException | MergeJob.CancelledException e) {
      vectors().discard(written, e);
      throw e;
    }
    tree.counts().add(Count.FILTER_REMOVALS, written.removals());
    tree.counts().add(Count.SIDECAR_BYTES, written.bytes());
  }

  /**
   * Installs what a compaction wrote, with what died meanwhile marked in it.
   *
   * @param plan how the compaction decided what to write
   * @param edit the compaction's own
   * @param outputs what it wrote, in key order, each held once; let go of in any case
   */
  void install(MergePlan plan, List<EditEntry> edit, List<Table> outputs) throws IOException {
    List<Table> unnamed = new ArrayList<>(outputs);
    try {
      exclusively(
          now -> {
            List<TableMarks> late =
                LateBits.carry(plan, now, List.copyOf(outputs), tree.files().hasher())
                    .byTable(table -> true);
            VectorWriter.Written written = vectors().write(late);
            unnamed.clear();
            install(edit, outputs, written); // lets go of them
            // Deletes that the applier took out of the inputs meanwhile were already counted.
            long elided = liveDeletes(plan, now) - liveDeletes(outputs) + tombstones(late);
            tree.counts().add(Count.DELETES_ELIDED, elided);
          });
    } finally {
      unnamed.forEach(Table::markObsolete);
      unnamed.forEach(Table::release);
    }
  }

  /** Deletes that are alive in a compaction's inputs by now. */
  private static long liveDeletes(MergePlan plan, Version now) {
    List<Table> inputs = plan.compaction().tables();
    return liveDeletes(
        now.tables().stream()
            .filter(table -> inputs.stream().anyMatch(table::isSameFile))
            .toList());
  }

  private static long liveDeletes(List<Table> tables) {
    return tables.stream().mapToLong(Table::liveTombstones).sum();
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
  void exclusively(Change change) throws IOException {
    lock.lock();
    try {
      Version now = tree.versions().pinWithSidecars(tree);
      try {
        change.run(now);
      } finally {
        now.release();
        tree.versions().letSidecarsGo();
      }
    } finally {
      lock.unlock();
    }
  }
}
