package dev.malkoha.engine.store;

import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/** The background work of one tree. */
final class TreeJobs implements Background.Jobs {

  private final Tree tree;
  private final DeleteJobs deletes;
  private final FlushJobs flushes;
  private final CompactionJobs compactions;

  TreeJobs(Tree tree, Log log, Progress progress) {
    this.tree = tree;
    this.deletes = new DeleteJobs(tree, log, progress);
    this.flushes = new FlushJobs(tree, log, deletes.deletions().stats(), progress);
    this.compactions = new CompactionJobs(tree, deletes, progress);
  }

  @Override
  public @Nullable Job nextFlush() {
    return flushes.next();
  }

  @Override
  public long flushedSoFar() {
    return tree.flushedSoFar();
  }

  @Override
  public @Nullable Job nextCompaction() {
    return compactions.next();
  }

  @Override
  public Job compactEverything() {
    return compactions.everything();
  }

  @Override
  public @Nullable Job nextDelete() {
    return deletes.next();
  }

  long bytesFlushed() {
    return flushes.bytesFlushed();
  }

  long bytesCompacted() {
    return compactions.bytesCompacted();
  }

  StoreFigures.Deletes deleteFigures() {
    return StoreFigures.Deletes.of(deletes.deletions().stats());
  }
}
