package dev.malkoha.engine.jobs;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.background.Background.Job;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next compaction or run of the delete applier among the trees of a store, which take
 * turns. Under the background lock, but for {@link #gather}, {@link #lookAtDeletes} and {@link
 * #forget}.
 */
public final class TreeJobs {

  private final Trees trees;
  private final Log log;
  private final Progress progress;
  private final Map<Tree, CompactionJobs> jobs = new ConcurrentHashMap<>();
  private final Turns compacting = new Turns();
  private final Turns deleting = new Turns();

  public TreeJobs(Trees trees, Log log, Progress progress) {
    this.trees = trees;
    this.log = log;
    this.progress = progress;
  }

  private CompactionJobs of(Tree tree) {
    return jobs.computeIfAbsent(tree, this::create);
  }

  private CompactionJobs create(Tree tree) {
    return new CompactionJobs(tree, new DeleteJobs(tree, log, progress, this::isAnyOwed), progress);
  }

  /**
   * Looks at the deletes in a tree's memtable, every few seconds. Returns whether they are worth a
   * flush now.
   */
  public boolean lookAtDeletes(Tree tree) {
    return of(tree).unflushed().isFlushDue();
  }

  /** Compacts something that calls for it; null if nothing does. */
  public @Nullable Job compaction() {
    return compacting.next(CompactionJobs::next);
  }

  /** Applies deletes, first where compactions wait for that; null if there are none to apply. */
  public @Nullable Job deletes() {
    Job owed = deleting.next(of -> of.deletes().isAnyOwed() ? of.deletes().next() : null);
    return owed == null ? deleting.next(of -> of.deletes().next()) : owed;
  }

  private boolean isAnyOwed() {
    return jobs.values().stream().anyMatch(of -> of.deletes().isAnyOwed());
  }

  /**
   * Gathers the tables of a range of a tree in one level, as far as they are not. Under no lock.
   */
  public Job gather(Tree tree, KeyRange range) {
    CompactionJobs compactions = of(tree);
    return () -> compactions.gather(range);
  }

  /** A tree has gone. */
  public void forget(Tree tree) {
    jobs.remove(tree);
  }

  /** The turns of trees: they are asked by number, beginning after the one that was served last. */
  private final class Turns {
    private long served = -1;

    @Nullable Job next(Function<CompactionJobs, @Nullable Job> source) {
      List<Tree> all = trees.all();
      int first = (int) all.stream().takeWhile(tree -> tree.id().number() <= served).count();
      for (int i = 0; i < all.size(); i++) {
        Tree tree = all.get((first + i) % all.size());
        Job job = tree.view().version().hasAny() ? source.apply(of(tree)) : null;
        if (job != null) {
          served = tree.id().number();
          return job;
        }
      }
      return null;
    }
  }
}
