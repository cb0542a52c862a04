package dev.malkoha.engine.commit;

import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.background.Progress;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;

/**
 * Requests of the shared memory for memtables to one store: to freeze a memtable, or to let its
 * writers look again. Done by the store's planning thread.
 */
public record MemoryRequests(
    Health health, Trees trees, CommitPipeline pipeline, Background background, Progress progress)
    implements BudgetAccount.Flusher {

  @Override
  public boolean canFlush() {
    return progress.mayWork() && health.isOpen() && !background.flushesWaitForSpace();
  }

  @Override
  public boolean isOver() {
    return health.isSealed() || !health.isOpen();
  }

  @Override
  public void freeze(TreeShare which) {
    background.onPlanning(() -> give(which));
  }

  @Override
  public void wake() {
    background.onPlanning(health::signalWriters);
  }

  private void give(TreeShare which) {
    for (Tree tree : trees.all()) {
      if (tree.memory() == which) {
        pipeline.giveMemory(tree);
      }
    }
    background.flushSoon();
  }
}
