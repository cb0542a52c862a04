package dev.malkoha.engine.jobs;

import dev.malkoha.engine.compaction.MergeJob;
import dev.malkoha.engine.deletion.Marks;
import dev.malkoha.engine.deletion.Marks.TableMarks;
import dev.malkoha.engine.deletion.VectorWriter;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.tree.Tree;
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
import java.util.function.Supplier;

/**
 * The one way in which entries become dead. The tables that get marks are claimed while the marks
 * are written, so that no merge reads them meanwhile. A table that a merge has claimed gets none.
 */
final class Deletions {

  private final Tree tree;

  /** Held while tables are claimed for marks. */
  private final ReentrantLock lock = new ReentrantLock();

  Deletions(Tree tree) {
    this.tree = tree;
  }

  /**
   * Marks what can be marked: of each key all or nothing.
   *
   * @return the tables that got no marks: merges have claimed them, or have replaced them
   */
  Set<Table> mark(Marks marks) throws IOException {
    Set<Table> refused = new HashSet<>(marks.tables());
    lock.lock();
    try {
      Set<Table> claimed = tree.versions().claim(tree, refused);
      try {
        install(marks.byTable(claimed::contains));
      } finally {
        tree.versions().free(claimed);
      }
      refused.removeAll(claimed);
    } finally {
      lock.unlock();
    }
    return refused;
  }

  private void install(List<TableMarks> marks) throws IOException {
    if (!marks.isEmpty()) {
      Version now = tree.versions().pinWithSidecars(tree);
      try {
        install(now, marks);
      } finally {
        now.release();
        tree.versions().letSidecarsGo();
      }
    }
  }

  /** A table in which nothing is left needs no vector: it is dropped by the same edit. */
  private void install(Version now, List<TableMarks> marks) throws IOException {
    List<TableMarks> toWrite = marks.stream().filter(table -> !table.leavesNothing()).toList();
    VectorWriter vectors =
        new VectorWriter(
            tree.files(),
            tree.versions()::newFileNumber,
            tree.clock()::millis,
            tree.options().garbageShare());
    VectorWriter.Written written = vectors.write(toWrite);
    List<EditEntry> edit = new ArrayList<>();
    marks.stream()
        .filter(TableMarks::leavesNothing)
        .map(TableMarks::table)
        .forEach(
            table -> edit.add(new EditEntry.DropTable(now.levelOf(table), table.meta().number())));
    edit.addAll(written.edit());
    try {
      tree.versions().install(tree, edit, written.tables());
    } catch (NoSpaceException | MergeJob.CancelledException e) {
      vectors.discard(written, e);
      throw e;
    }
    tree.counts().add(Count.FILTER_REMOVALS, written.removals());
    tree.counts().add(Count.SIDECAR_BYTES, written.bytes());
    tree.counts().add(Count.DELETES_ELIDED, marks.stream().mapToLong(TableMarks::tombstones).sum());
  }

  /** Answers something while no table is claimed for marks. */
  <T> T whileNoneIsMarked(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }
}
