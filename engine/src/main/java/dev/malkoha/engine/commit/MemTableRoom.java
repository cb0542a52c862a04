package dev.malkoha.engine.commit;

import module java.base;

import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.background.Background;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.TreeShare;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.wal.Log;

/**
 * Room for the next write: a memtable that is not full, and its memory. Writers wait here for
 * flushes, for memory that keyspaces or stores share, and for the end of ingestions. Under the
 * commit lock, which is released while a writer waits.
 */
final class MemTableRoom {

  /** A table costs as much as this at least, however little a memtable holds. */
  private static final long TABLE_BYTES = 64 << 10;

  private static final int TIMES_BESIDE = 4;

  private final Log log;
  private final Shared shared;
  private final HeldMarks marks;
  private final BudgetAccount memory;
  private final Background background;

  /**
   * Creates it.
   *
   * @param marks are told of memtables that are frozen
   * @param background tells whether flushes will make room
   */
  MemTableRoom(Log log, Shared shared, HeldMarks marks, Background background) {
    this.log = log;
    this.shared = shared;
    this.marks = marks;
    this.memory = shared.memory();
    this.background = background;
  }

  /**
   * Sees to room for a batch in all its trees. If there is none yet, the batch is cleared before
   * this waits, which lets others in.
   *
   * @return whether there was room at once; if not, to be called again
   */
  boolean make(Batch batch) {
    for (Batch.Share share : batch.shares()) {
      if (!need(share).hasRoom()) {
        List<Need> needs = batch.shares().stream().map(this::need).toList();
        batch.clear();
        await(needs);
        return false;
      }
    }
    return true;
  }

  private Need need(Batch.Share share) {
    return new Need(shared.trees().writtenTo(share.keyspace()), share.operations(), share.bytes());
  }

  /** The room that a batch needs in one of its trees. */
  private record Need(Tree tree, int operations, long bytes) {

    boolean hasRoom() {
      tree.checkNotDropped();
      return !hasToWait() && tree.memory().covers(memory());
    }

    /** Whether a memtable with room is still to come, whatever memory there is. */
    boolean hasToWait() {
      return tree.holdsWriters() || isFull() || waitsForFlushes();
    }

    boolean isFull() {
      MemTable active = tree.active();
      long budgeted = tree.memory().budget().memTableBytesMax();
      long most = Math.min(tree.options().memTableBytes(), budgeted);
      boolean full = active.isFull(most) || tree.memory().isWanted();
      return (full && !active.isEmpty()) || !active.fits(operations, bytes);
    }

    /** One batch that is much of the heap is enough: no two of them wait to be flushed. */
    boolean waitsForFlushes() {
      long usual = tree.options().memTableBytes() + Limits.LARGE_BATCH / 2; // some go a little over
      return bytes > Limits.LARGE_BATCH
          && tree.view().frozen().stream().anyMatch(other -> other.table().bytesUsed() > usual);
    }

    long memory() {
      return tree.active().memoryFor(operations, bytes);
    }
  }

  private void await(List<Need> needs) {
    needs.forEach(this::beginMemTable);
    if (!memory.canEverCover(claims(needs))) {
      rotateAll(needs);
    } else if (!hasMemory(needs)) {
      awaitMemory(needs);
    }
  }

  /** A batch is not written: what it waited for, or was given, keeps no other writer waiting. */
  void giveUp(Batch batch) {
    memory.giveUp();
    for (Batch.Share share : batch.shares()) {
      Tree tree = shared.trees().of(share.keyspace());
      if (tree != null && tree.active().isEmpty()) {
        tree.memory().giveBack();
      }
    }
  }

  /** Waits for memory, or for what makes another memtable the one to write to. */
  private void awaitMemory(List<Need> needs) {
    background.flushSoon(); // whatever was frozen by this very write
    await(
        needs.getFirst().tree,
        WaitCause.MEMORY,
        () ->
            needs.stream().anyMatch(need -> need.tree.isDropped() || need.isFull())
                || !memory.canEverCover(claims(needs))
                || hasMemory(needs),
        this::checkMemoryComes);
  }

  private boolean hasMemory(List<Need> needs) {
    return needs.stream().allMatch(need -> need.tree.memory().covers(need.memory()))
        || memory.ask(claims(needs));
  }

  private static Map<TreeShare, Long> claims(List<Need> needs) {
    Map<TreeShare, Long> claims = new LinkedHashMap<>();
    needs.forEach(need -> claims.put(need.tree.memory(), need.memory()));
    return claims;
  }

  /** Empty memtables need least. */
  private void rotateAll(List<Need> needs) {
    if (needs.stream().allMatch(need -> need.tree.active().isEmpty())) {
      throw tooLarge(needs, true);
    }
    needs.forEach(need -> rotate(need.tree, table -> !table.isEmpty()));
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
  private void beginMemTable(Need need) {
    Tree tree = need.tree;
    tree.checkNotDropped();
    while (need.hasToWait()) {
      if (tree.holdsWriters()) {
        memory.giveUp(); // others need not wait for one that waits for something else
        await(tree, WaitCause.INGESTION, () -> !tree.holdsWriters(), () -> {});
      } else if (!need.isFull()) {
        background.flushSoon(); // what was frozen by this very write, too
        awaitFlushes(tree, () -> !need.waitsForFlushes());
      } else if (tree.active().isEmpty()) {
        throw tooLarge(List.of(need), tree.memory().budget().isExact());
      } else {
        rotate(tree, table -> need.isFull() && !table.isEmpty());
      }
    }
  }

  private static IllegalArgumentException tooLarge(List<Need> needs, boolean isShared) {
    return new IllegalArgumentException(
        "a batch of "
            + needs.stream().mapToInt(Need::operations).sum()
            + " operations is too large: write it in parts"
            + (isShared ? ", or give the shared memtables more memory" : ""));
  }

  /** Freezes the active memtable if it is one of these, once one more may wait to be flushed. */
  void rotate(Tree tree, Predicate<MemTable> which) {
    if (which.test(tree.active())) {
      awaitFlushes(tree, tree::hasRoomToRotate);
      if (which.test(tree.active())) {
        MemTable.LogPlace end =
            new MemTable.LogPlace(log.endPosition(), shared.snapshots().newest());
        marks.freeze(end.position());
        beside(tree).forEach(other -> other.rotate(end));
        tree.rotate(end);
      }
    }
  }

  /**
   * The other trees that hold anything, if that is little beside what a tree holds. Their memtables
   * are frozen at the same moment: they would hold back the log of a memtable that is flushed
   * alone, and all of it would be forced before. Each has one place at least left for itself, and
   * one whose tables are never merged gets none for little.
   */
  private List<Tree> beside(Tree tree) {
    List<Tree> beside = new ArrayList<>();
    long most = tree.active().memoryUsed() / TIMES_BESIDE;
    for (Tree other : shared.trees().all()) {
      if (!other.equals(tree) && !other.active().isEmpty()) {
        long held = other.active().memoryUsed();
        boolean isWorthIt =
            other.options().fifo() == 0 || held >= other.options().memTableBytes() / 16;
        most -= Math.max(TABLE_BYTES, held);
        if (most < 0 || !isWorthIt || !other.view().frozen().isEmpty()) {
          return List.of();
        }
        beside.add(other);
      }
    }
    return beside;
  }

  private void awaitFlushes(Tree tree, BooleanSupplier enough) {
    await(tree, WaitCause.MEMTABLES, enough, background::checkFlushesGoOn);
  }

  /**
   * Waits for something about a tree, which may be dropped meanwhile.
   *
   * @param check throws if waiting is of no use
   */
  private void await(Tree tree, WaitCause cause, BooleanSupplier enough, Runnable check) {
    if (!enough.getAsBoolean()) {
      BooleanSupplier isOver = () -> enough.getAsBoolean() || tree.isDropped();
      int frozen = tree.view().frozen().size();
      Runnable wait = () -> shared.health().awaitChange(isOver, check);
      shared.observer().waits().during(tree.id().name(), cause, frozen, wait);
    }
    tree.checkNotDropped();
  }

  /**
   * Takes the memory for a batch at once, where it had to be asked for, or is much: if the heap has
   * none, nothing is logged yet. Several operations of one tree whose memtable grows by parts take
   * theirs after the log: a heap that has none then ends writing.
   */
  void reserve(List<Batch.Share> shares) {
    for (Batch.Share share : shares) {
      Tree tree = shared.trees().writtenTo(share.keyspace());
      boolean isLarge = share.operations() == 1 && share.bytes() > Limits.LARGE_BATCH;
      if (tree.memory().budget().isExact() || isLarge) {
        tree.active().reserve(share.operations(), share.bytes());
      }
    }
  }
}
