package dev.malkoha.engine.resource;

import dev.malkoha.engine.resource.TreeShare.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  private final MemTableBudget budget;
  private volatile @Nullable Flusher flusher;

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

  MemTableBudget budget() {
    return budget;
  }

  /** From now on what it holds is flushed when memory is short. */
  public void begin(Flusher store) {
    flusher = store;
    changed();
  }

  /** A share for a tree, which holds nothing yet. */
  public TreeShare tree() {
    return new TreeShare(this);
  }

  /** Something has changed with the store: whether flushes end well, or writes are taken. */
  public void changed() {
    Flusher store = flusher;
    boolean over = store != null && store.isOver();
    then(
        () -> {
          if (over && !isOver) {
            budget.release(this);
            isOver = true;
            budget.stopWaiting(this);
          }
          return budget.due(true);
        });
  }

  /** Whether the memory of some trees can ever be had together: each takes whole steps of it. */
  public boolean canEverCover(List<TreeShare.Claim> claims) {
    return !budget.isExact()
        || claims.stream().mapToLong(claim -> budget.rounded(claim.bytes())).sum() <= budget.most();
  }

  /**
   * Asks for memory of some trees, all of it or none: who holds a part while he waits for another
   * one could wait for somebody who does the same.
   */
  public Answer ask(List<TreeShare.Claim> claims) {
    List<Runnable> picked = new ArrayList<>();
    List<Runnable> woken = new ArrayList<>();
    boolean given = budget.locked(() -> take(claims, picked, woken));
    picked.forEach(Runnable::run);
    woken.forEach(Runnable::run);
    if (given) {
      return Answer.GIVEN;
    }
    return picked.isEmpty() ? Answer.WAIT : Answer.ASK_AGAIN;
  }

  private boolean take(List<TreeShare.Claim> claims, List<Runnable> picked, List<Runnable> woken) {
    long more = claims.stream().mapToLong(claim -> claim.share().missing(claim.bytes())).sum();
    boolean given = isOver || budget.give(this, more);
    if (given && budget.isExact()) {
      claims.forEach(claim -> claim.share().growTo(claim.bytes()));
    }
    if (given) {
      woken.addAll(budget.wakes(false));
    }
    picked.addAll(budget.picks());
    return given;
  }

  /** Whether waiting for memory is useless, because those that hold some cannot flush. */
  public boolean isStuck() {
    return budget.locked(budget::isStuck);
  }

  /** Cancels a wait: others come first, and those who go on ask again. */
  public void giveUp() {
    then(
        () -> {
          budget.stopWaiting(this);
          return budget.due(false);
        });
    wake();
  }

  /** The store is closed. */
  public void close() {
    then(
        () -> {
          budget.release(this);
          isOver = true;
          budget.remove(this);
          return budget.due(true);
        });
  }

  /** The store's own writers may need less by now. */
  void wakeIfWaiting() {
    then(() -> budget.isWaiting(this) ? List.of(this::wake) : List.of());
  }

  /** Does something under the budget's lock, and what is due by then without it. */
  void then(Supplier<List<Runnable>> change) {
    budget.locked(change).forEach(Runnable::run);
  }

  boolean canFlush() {
    Flusher store = flusher;
    return store != null && store.canFlush();
  }

  /** One that has not begun will be able to. */
  boolean cannotFlush() {
    Flusher store = flusher;
    return store != null && !store.canFlush();
  }

  void freeze(TreeShare which) {
    Flusher store = flusher;
    if (store != null) {
      store.freeze(which);
    }
  }

  void wake() {
    Flusher store = flusher;
    if (store != null) {
      store.wake();
    }
  }

  /** Bytes that no flush under way will free. */
  long staying() {
    assert budget.isLocked();
    return canFlush() ? used - leaving : used;
  }
}
