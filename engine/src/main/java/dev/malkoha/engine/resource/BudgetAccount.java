package dev.malkoha.engine.resource;

import module java.base;

/** One store's reservation in a {@link MemTableBudget}. Any thread. */
public final class BudgetAccount {

  /** The store, as its account knows it. None of the methods waits, and none takes a lock. */
  public interface Flusher {

    /** Whether a flush can end well, as far as is known. */
    boolean canFlush();

    /** Whether the store takes no more writes, and so never flushes what it holds. */
    boolean isOver();

    /** Has a tree's active memtable frozen and flushed soon, if that is still wanted then. */
    void freeze(TreeShare which);

    /** Has writers that wait for memory ask again soon. */
    void wake();
  }

  final MemTableBudget budget;
  private volatile Optional<Flusher> flusher = Optional.empty();

  // The budget's lock guards what follows; who changes it asserts that.

  long used;

  /** The bytes of these that flushes under way will free. */
  long leaving;

  /** The bytes that the store waits for. */
  long wanted;

  /** Whether nothing counts any more: the store takes no more writes. */
  boolean isOver;

  BudgetAccount(MemTableBudget budget) {
    this.budget = budget;
  }

  /** From now on what it holds is flushed when memory is short. */
  public void begin(Flusher store) {
    flusher = Optional.of(store);
    changed();
  }

  /** A share for a tree, which holds nothing yet. */
  public TreeShare tree() {
    return new TreeShare(this);
  }

  /** Something has changed with the store: whether flushes end well, or writes are taken. */
  public void changed() {
    boolean over = flusher.map(Flusher::isOver).orElse(false);
    budget.change(
        () -> {
          if (over && !isOver) {
            budget.end(this);
          }
        });
  }

  /**
   * Whether the memory of some trees can ever be had together: each takes whole steps of it.
   *
   * @param claims how many bytes the active memtable of each is to be allowed in all
   */
  public boolean canEverCover(Map<TreeShare, Long> claims) {
    return budget.canEverCover(claims.values().stream().mapToLong(budget::rounded).sum());
  }

  /**
   * Asks for memory of some trees, all of it or none: who holds a part while he waits for another
   * one could wait for somebody who does the same.
   *
   * @return whether it is given; if not, the store is woken when it is worth asking again
   */
  public boolean ask(Map<TreeShare, Long> claims) {
    List<Runnable> due = new ArrayList<>();
    boolean given = budget.locked(() -> take(claims, due));
    due.forEach(Runnable::run);
    return given || (!due.isEmpty() && ask(claims)); // what was frozen may have made some
  }

  private boolean take(Map<TreeShare, Long> claims, List<Runnable> due) {
    long more = 0;
    for (Map.Entry<TreeShare, Long> claim : claims.entrySet()) {
      more += claim.getKey().missing(claim.getValue());
    }
    boolean given = isOver || budget.give(this, more, due);
    if (given && budget.isExact()) {
      claims.forEach(TreeShare::growTo);
    }
    due.addAll(budget.picks());
    if (given) {
      due.addAll(budget.wakes());
    }
    return given;
  }

  /** Whether waiting for memory is useless, because those that hold some cannot flush. */
  public boolean isStuck() {
    return budget.locked(budget::isStuck);
  }

  /** Cancels a wait: others come first, and those who go on ask again. */
  public void giveUp() {
    budget.change(() -> budget.stopWaiting(this));
    wake();
  }

  /** The store is closed. */
  public void close() {
    budget.change(
        () -> {
          budget.end(this);
          budget.remove(this);
        });
  }

  /** Bytes that no flush under way will free. */
  long staying() {
    return canFlush() ? used - leaving : used;
  }

  boolean canFlush() {
    return flusher.map(Flusher::canFlush).orElse(false);
  }

  /** One that has not begun will be able to. */
  boolean cannotFlush() {
    return flusher.map(store -> !store.canFlush()).orElse(false);
  }

  void freeze(TreeShare which) {
    flusher.ifPresent(store -> store.freeze(which));
  }

  void wake() {
    flusher.ifPresent(Flusher::wake);
  }
}
