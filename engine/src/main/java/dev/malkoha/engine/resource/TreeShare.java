package dev.malkoha.engine.resource;

import module java.base;

import dev.malkoha.engine.base.Limits;

/**
 * One tree's part of its store's reservation in a {@link MemTableBudget}: for the active memtable,
 * and for those that wait for a flush.
 */
public final class TreeShare {

  /** The most memtables of a tree that may wait for a flush; then its active one is not frozen. */
  public static final int FROZEN_MAX = Limits.MEMTABLES - 1;

  final BudgetAccount account;
  private final MemTableBudget budget;

  // The budget's lock guards what follows, and is held where the budget itself calls.

  /** Bytes that the active memtable may have. */
  private volatile long active;

  /** Whether the budget wants the active memtable to be frozen. */
  private volatile boolean wanted;

  /** Whether the active memtable holds anything. */
  private volatile boolean holdsEntries;

  /** Bytes of the frozen memtables, the oldest first. */
  private final Deque<Long> frozen = new ArrayDeque<>(FROZEN_MAX + 1);

  /** What the budget has counted of this. */
  long heldCounted;

  long leavingCounted;

  TreeShare(BudgetAccount account) {
    this.account = account;
    this.budget = account.budget;
  }

  /** The budget that this is a part of. */
  public MemTableBudget budget() {
    return budget;
  }

  /** Whether the active memtable may have this number of bytes now. */
  public boolean covers(long bytes) {
    return budget.isExact() ? bytes <= active : !budget.isFull();
  }

  /** Whether the active memtable is to be frozen, so that memory comes back. */
  public boolean isWanted() {
    return wanted;
  }

  /** Notes that the active memtable holds entries and takes a number of bytes, allowed or not. */
  public void count(long bytes) {
    if (!holdsEntries || bytes > active) {
      budget.change(
          () -> {
            holdsEntries = true;
            growTo(bytes);
          });
    }
  }

  /** The active memtable was frozen; another one that has nothing yet is in its place. */
  public void freeze() {
    budget.change(
        () -> {
          frozen.addLast(active);
          active = 0;
          holdsEntries = false;
          wanted = false;
          budget.renew(this);
        });
  }

  /** The active memtable is empty, stays so, and gives back what it might have had. */
  public void giveBack() {
    budget.change(
        () -> {
          active = 0;
          budget.count(this);
        });
  }

  /** Notes that the {@code count} oldest frozen memtables have become tables. */
  public void flushed(int count) {
    if (count > 0) {
      budget.change(
          () -> {
            for (int i = 0; i < count && !frozen.isEmpty(); i++) {
              frozen.removeFirst();
            }
            budget.count(this);
          });
    }
  }

  /** The tree has gone, or takes no more writes: nothing of it counts. */
  public void letGo() {
    budget.change(this::release);
  }

  /** Lets go of everything. */
  void release() {
    frozen.clear();
    active = 0;
    holdsEntries = false;
    wanted = false;
    budget.count(this);
  }

  /** Bytes of all memtables. */
  long held() {
    return active + frozenBytes();
  }

  /** The bytes of these that are flushed soon. */
  long leaving() {
    return frozenBytes() + (wanted ? active : 0);
  }

  private long frozenBytes() {
    return frozen.stream().mapToLong(Long::longValue).sum();
  }

  /** How much of a number of bytes the active memtable may not have yet. */
  long missing(long bytes) {
    return Math.max(0, budget.rounded(bytes) - active);
  }

  /** Lets the active memtable have a number of bytes. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  void growTo(long bytes) {
    boolean isNew = active == 0;
    active += missing(bytes);
    if (isNew) {
      budget.renew(this);
    } else {
      budget.count(this);
    }
  }

  /** The bytes that its active memtable would bring if it were frozen; 0 if it cannot be. */
  long canGo() {
    return holdsEntries && !wanted && frozen.size() < FROZEN_MAX && account.canFlush() ? active : 0;
  }

  /** Its active memtable is to be frozen. */
  void want() {
    wanted = true;
  }
}
