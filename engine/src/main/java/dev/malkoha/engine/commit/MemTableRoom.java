package dev.malkoha.engine.commit;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.HeapShares;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.wal.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Room for the next write: a memtable that is not full, and its memory. Writers wait here for
 * flushes, for memory that keyspaces or stores share, and for the end of ingestions. Under the
 * commit lock, which is released while a writer waits.
 */
final class MemTableRoom {

  private final Log log;
  private final Trees trees;
  private final Health health;
  private final BudgetAccount memory;
  private final Background background;
  private final Observer observer;

  /**
   * Creates it.
   *
   * @param background tells whether flushes will make room
   */
  MemTableRoom(Log log, Shared shared, Background background) {
    this.log = log;
    this.trees = shared.trees();
    this.health = shared.health();
    this.memory = shared.memory();
    this.background = background;
    this.observer = shared.observer();
  }

  /**
   * Sees to room for a batch in all its trees. If there is none yet, the batch is cleared before
   * this waits, which lets others in.
   *
   * @return whether there was room at once; if not, to be called again
   */
  boolean make(Batch batch) {
    for (Batch.Share share : batch.shares()) {
      Tree tree = trees.writtenTo(share.keyspace());
      if (!hasRoom(tree, share.operations(), share.bytes())) {
        List<Need> needs = needs(batch);
        batch.clear();
        await(needs);
        return false;
      }
    }
    return true;
  }

  private boolean hasRoom(Tree tree, int operations, long batchBytes) {
    tree.checkNotDropped();
    return !tree.holdsWriters()
        && !isFullFor(tree, operations, batchBytes)
        && !waitsForFlushes(tree, batchBytes)
        && tree.memory().covers(tree.active().memoryFor(operations, batchBytes));
  }

  private List<Need> needs(Batch batch) {
    List<Need> needs = new ArrayList<>();
    for (Batch.Share share : batch.shares()) {
      Tree tree = trees.writtenTo(share.keyspace());
      needs.add(new Need(tree, share.operations(), share.bytes()));
    }
    return needs;
  }

  /** The room that a batch needs in one of its trees. */
  private record Need(Tree tree, int operations, long bytes) {

    TreeShare.Claim claim() {
      return new TreeShare.Claim(tree.memory(), tree.active().memoryFor(operations, bytes));
    }

    boolean isOver() {
      return tree.isDropped() || isFullFor(tree, operations, bytes);
    }
  }

  private void await(List<Need> needs) {
    needs.forEach(need -> beginMemTable(need.tree, need.operations, need.bytes));
    if (!memory.canEverCover(needs.stream().map(Need::claim).toList())) {
      rotateAll(needs);
    } else if (!hasMemory(needs)) {
      awaitMemory(needs);
    }
  }

  /** A batch is not written: what it waited for, or was given, keeps no other writer waiting. */
  void giveUp(Batch batch) {
    memory.giveUp();
    for (Batch.Share share : batch.shares()) {
      Tree tree = trees.of(share.keyspace());
      if (tree != null && tree.active().isEmpty()) {
        tree.memory().giveBack();
      }
    }
  }

  /** Waits for memory, or for what makes another memtable the one to write to. */
  private void awaitMemory(List<Need> needs) {
    background.flushSoon(); // whatever was frozen by this very write
    BooleanSupplier enough = () -> needs.stream().anyMatch(Need::isOver) || hasMemory(needs);
    during(
        needs.getFirst().tree,
        WaitCause.MEMORY,
        () -> health.awaitChange(enough, this::checkMemoryComes));
  }

  private boolean hasMemory(List<Need> needs) {
    List<TreeShare.Claim> claims = needs.stream().map(Need::claim).toList();
    if (claims.stream().allMatch(claim -> claim.share().covers(claim.bytes()))) {
      return true;
    }
    TreeShare.Answer answer = TreeShare.Answer.ASK_AGAIN;
    while (answer == TreeShare.Answer.ASK_AGAIN) {
      answer = memory.ask(needs.stream().map(Need::claim).toList());
    }
    return answer == TreeShare.Answer.GIVEN;
  }

  /** Empty memtables need least. */
  private void rotateAll(List<Need> needs) {
    List<Tree> full = needs.stream().map(Need::tree).filter(t -> !t.active().isEmpty()).toList();
    if (full.isEmpty()) {
      throw new IllegalArgumentException(
          "a batch over "
              + needs.size()
              + " keyspaces is too large: write it in parts, or give the shared memtables more"
              + " memory");
    }
    for (Tree tree : full) {
      awaitToRotate(tree);
      if (!tree.active().isEmpty()) {
        tree.rotate(log.endPosition());
      }
    }
    background.flushSoon();
  }

  private void checkMemoryComes() {
    background.checkFlushesGoOn();
    if (memory.isStuck()) {
      throw new DbNoSpaceException(
          "the memory for memtables is held by what waits for room on the"
              + " disk; nothing is lost, and reads go on. Make room: what waits goes on by itself"
              + " then",
          null);
    }
  }

  /** Sees to a memtable with room for a batch. */
  private void beginMemTable(Tree tree, int operations, long batchBytes) {
    tree.checkNotDropped();
    while (tree.holdsWriters()
        || isFullFor(tree, operations, batchBytes)
        || waitsForFlushes(tree, batchBytes)) {
      if (tree.holdsWriters()) {
        awaitIngestion(tree);
      } else if (!isFullFor(tree, operations, batchBytes)) {
        background.flushSoon(); // what was frozen by this very write, too
        awaitFlushes(tree, () -> !waitsForFlushes(tree, batchBytes));
      } else if (tree.active().isEmpty()) {
        throw tooLarge(tree, operations);
      } else if (tree.hasRoomToRotate()) {
        tree.rotate(log.endPosition());
      } else {
        awaitToRotate(tree);
      }
    }
  }

  /** One batch that is much of the heap is enough: no two of them wait to be flushed. */
  private static boolean waitsForFlushes(Tree tree, long batchBytes) {
    long usual = tree.options().memTableBytes() + HeapShares.LARGE / 2; // some go a little over
    return batchBytes > HeapShares.LARGE
        && tree.view().frozen().stream().anyMatch(other -> other.table().bytesUsed() > usual);
  }

  private void awaitIngestion(Tree tree) {
    memory.giveUp(); // others need not wait for one that waits for something else
    during(
        tree,
        WaitCause.INGESTION,
        () -> health.awaitChange(() -> !tree.holdsWriters() || tree.isDropped(), () -> {}));
    tree.checkNotDropped();
  }

  private void during(Tree tree, WaitCause cause, Runnable work) {
    observer.waits().during(tree.id().name(), cause, tree.view().frozen().size(), work);
  }

  private static IllegalArgumentException tooLarge(Tree tree, int operations) {
    return new IllegalArgumentException(
        "a batch of "
            + operations
            + " operations is too large: write it in parts"
            + (tree.memory().isExact() ? ", or give the shared memtables more memory" : ""));
  }

  private static boolean isFullFor(Tree tree, int operations, long batchBytes) {
    MemTable active = tree.active();
    long most = Math.min(tree.options().memTableBytes(), tree.memory().memTableBytesMax());
    boolean full = active.isFull(most) || tree.memory().isWanted();
    return (full && !active.isEmpty())
        || !active.fits(operations, batchBytes)
        || (tree.memory().isExact()
            && !tree.memory().canEverCover(active.memoryFor(operations, batchBytes)));
  }

  /** Waits until one more memtable may wait to be flushed. */
  void awaitToRotate(Tree tree) {
    awaitFlushes(tree, tree::hasRoomToRotate);
  }

  private void awaitFlushes(Tree tree, BooleanSupplier enough) {
    if (!enough.getAsBoolean()) {
      during(
          tree,
          WaitCause.MEMTABLES,
          () ->
              health.awaitChange(
                  () -> enough.getAsBoolean() || tree.isDropped(), background::checkFlushesGoOn));
    }
    tree.checkNotDropped();
  }

  /**
   * Takes the memory for a batch at once, where it had to be asked for, or is much: if there is
   * none, nothing is logged yet.
   */
  void reserve(List<Batch.Share> shares) {
    for (Batch.Share share : shares) {
      Tree tree = trees.writtenTo(share.keyspace());
      boolean isLarge = share.operations() == 1 && share.bytes() > HeapShares.LARGE;
      if (tree.memory().isExact() || isLarge) {
        tree.active().reserve(share.operations(), share.bytes());
      }
    }
  }
}
