package dev.malkoha.engine.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Who gets memory, who waits for it, and what makes room, by stores that do only as they are told.
 */
class MemTableBudgetTest {

  private static final long KIB = 1 << 10;
  private static final long CAPACITY = 256 * KIB;

  /** A store with one tree that notes what it is asked for. */
  private static final class Store implements BudgetAccount.Flusher {
    private final BudgetAccount account;
    private final TreeShare tree;
    private final List<TreeShare> asked = new ArrayList<>();
    private boolean canFlush = true;
    private boolean isOver;
    private int woken;

    Store(MemTableBudget budget) {
      account = budget.open();
      tree = account.tree();
      account.begin(this);
    }

    @Override
    public boolean canFlush() {
      return canFlush;
    }

    @Override
    public boolean isOver() {
      return isOver;
    }

    @Override
    public void freeze(TreeShare which) {
      asked.add(which);
    }

    @Override
    public void wake() {
      woken++;
    }

    boolean askFor(long bytes) {
      return MemTableBudgetTest.ask(tree, bytes);
    }

    boolean ask(long kib) {
      boolean given = askFor(kib * KIB);
      if (given) {
        tree.count(1); // and something is written
      }
      return given;
    }

    void flush() {
      tree.freeze();
      tree.flushed(1);
    }
  }

  private final MemTableBudget budget = new MemTableBudget(CAPACITY, true);
  private final Store a = new Store(budget);
  private final Store b = new Store(budget);
  private final Store c = new Store(budget);

  @Test
  void memoryIsGivenInStepsAndComesBackWhenFlushed() {
    assertTrue(a.askFor(1));
    assertEquals(4 * KIB, budget.usedBytes());
    assertTrue(a.tree.covers(4 * KIB));
    assertFalse(a.tree.covers(4 * KIB + 1));
    a.tree.freeze();
    assertFalse(a.tree.covers(1));
    assertEquals(4 * KIB, budget.usedBytes());
    a.tree.flushed(1);
    assertEquals(0, budget.usedBytes());
  }

  /** Two writers of a store wait; one is served. The other one must ask again, to wait on. */
  @Test
  void aStoreWithAnotherWriterThatWaitsIsWokenWhenOneIsServed() {
    b.ask(200);
    assertFalse(a.ask(100));
    int before = a.woken;
    assertTrue(a.ask(8));
    assertTrue(a.woken > before);
    assertFalse(a.ask(100));
    before = a.woken;
    b.flush();
    assertTrue(a.woken > before);
    assertTrue(a.ask(100));
  }

  @Test
  void fromThreeQuartersOnTheLargestIsAskedToGoOnce() {
    a.ask(100);
    b.ask(60);
    assertEquals(List.of(), a.asked);
    c.ask(40);
    assertEquals(List.of(a.tree), a.asked);
    assertTrue(a.tree.isWanted());
    c.ask(44);
    assertEquals(1, a.asked.size());
    assertEquals(List.of(), b.asked);
  }

  @Test
  void ofEquallyLargeOnesTheOldestGoes() {
    b.ask(20);
    c.ask(88);
    a.ask(88);
    assertEquals(List.of(c.tree), c.asked);
    assertEquals(List.of(), a.asked);
  }

  @Test
  void whereAllAreTinyTheOldestGoes() {
    List<Store> stores = storesWithOne(12);
    assertEquals(1, stores.getFirst().asked.size());
    assertEquals(0, stores.get(40).asked.size());
  }

  @Test
  void whereOneIsNotTinyItGoes() {
    List<Store> stores = storesWithOne(16);
    assertEquals(0, stores.getFirst().asked.size());
    assertEquals(1, stores.get(40).asked.size());
  }

  /** Stores of 12 KiB each, but for one, in three quarters of a budget: 16 are a 64th. */
  private static List<Store> storesWithOne(long kib) {
    MemTableBudget large = new MemTableBudget(1 << 20, true);
    List<Store> stores = new ArrayList<>();
    for (int i = 1; i <= 64; i++) {
      Store store = new Store(large);
      assertTrue(store.ask(i == 41 ? kib : 12));
      stores.add(store);
    }
    return stores;
  }

  @Test
  void oneIsAskedToGoFromThreeQuartersOn() {
    a.ask(100);
    b.ask(88);
    assertEquals(List.of(), a.asked);
    b.ask(92);
    assertEquals(List.of(a.tree), a.asked);
  }

  @Test
  void oneIsAskedToGoWhereSomebodyWaitsForMoreThanWillBeThere() {
    a.ask(100);
    b.ask(60);
    assertTrue(c.askFor(32 * KIB)); // which never goes, as nothing is written
    assertEquals(List.of(a.tree), a.asked);
    assertFalse(c.askFor(196 * KIB));
    assertEquals(List.of(), b.asked, "what a leaves is enough");
    assertFalse(c.askFor(200 * KIB));
    assertEquals(List.of(b.tree), b.asked);
  }

  @Test
  void whoFindsNoneWaitsAndIsWokenWhenSomeComesBack() {
    a.ask(100);
    b.ask(100);
    assertFalse(c.ask(100));
    assertEquals(200 * KIB, budget.usedBytes());
    a.flush();
    assertTrue(c.woken > 0);
    assertTrue(c.ask(100));
  }

  @Test
  void nobodyIsServedBeforeOneWhoHasWaitedLonger() {
    a.ask(100);
    b.ask(100);
    assertFalse(c.ask(100));
    assertFalse(b.ask(104));
    a.flush();
    assertFalse(b.ask(104), "taken from the one before");
    int before = b.woken;
    assertTrue(c.ask(100));
    assertTrue(b.woken > before, "the next one does not know that it is its turn");
    assertTrue(b.ask(104));
  }

  @Test
  void whoGivesUpLetsTheNextOneOn() {
    a.ask(100);
    b.ask(100);
    c.ask(200);
    assertFalse(b.ask(104));
    c.account.giveUp();
    assertTrue(b.ask(104));
  }

  @Test
  void aWaitThatNoFlushUnderWayWillEndHasMoreFlushed() {
    a.ask(60);
    b.ask(60);
    assertFalse(c.ask(196));
    assertEquals(1, a.asked.size());
    assertEquals(0, b.asked.size(), "one is enough");
  }

  @Test
  void oneStoreLeavesTheLastEighthToOthers() {
    assertTrue(a.ask(224));
    assertFalse(a.ask(228));
    assertTrue(b.ask(32), "blocked by one that waits for itself");
    b.flush();
    a.flush();
    assertTrue(a.woken > 0);
    assertTrue(a.ask(20));
  }

  @Test
  void whatCannotBeFlushedIsNotAskedToGoAndOthersAre() {
    a.ask(150);
    a.canFlush = false;
    b.ask(20);
    c.ask(30);
    assertEquals(List.of(), a.asked);
    assertEquals(List.of(b.tree), b.asked);
    assertFalse(a.account.isStuck());
    b.canFlush = false;
    c.canFlush = false;
    assertTrue(a.account.isStuck());
  }

  @Test
  void ofATreeWithTwoFrozenMemtablesNoneIsFrozen() {
    a.ask(60);
    a.tree.freeze();
    a.ask(60);
    a.tree.freeze();
    a.ask(60);
    b.ask(50);
    assertEquals(List.of(), a.asked);
    a.tree.flushed(2);
    assertEquals(60 * KIB + 52 * KIB, budget.usedBytes());
  }

  @Test
  void whatASealedStoreHoldsDoesNotCount() {
    a.ask(200);
    assertFalse(b.ask(100));
    a.isOver = true;
    a.account.changed();
    assertEquals(0, budget.usedBytes());
    assertTrue(b.woken > 0);
    assertTrue(b.ask(100));
    a.tree.count(300 * KIB);
    a.tree.freeze();
    a.tree.flushed(1);
    a.tree.letGo();
    assertEquals(100 * KIB, budget.usedBytes());
    a.account.close();
    assertEquals(100 * KIB, budget.usedBytes());
  }

  @Test
  void aClosedStoreGivesEverythingBack() {
    a.ask(20);
    a.tree.freeze();
    a.ask(30);
    a.ask(220);
    a.account.close();
    assertEquals(0, budget.usedBytes());
    assertTrue(b.ask(224));
  }

  @Test
  void anEmptyMemtableIsNotAskedToGoAndGivesBackWhatItMightHaveHad() {
    assertTrue(a.askFor(200 * KIB));
    assertEquals(List.of(), a.asked);
    a.tree.giveBack();
    assertEquals(0, budget.usedBytes());
    a.ask(200);
    assertEquals(List.of(a.tree), a.asked);
  }

  @Test
  void manyTreesGetWhatTheyNeedTogetherOrNotAtAll() {
    a.ask(100);
    Map<TreeShare, Long> claims = Map.of(b.tree, 100 * KIB, b.account.tree(), 100 * KIB);
    assertFalse(b.account.ask(claims));
    assertEquals(100 * KIB, budget.usedBytes());
    a.flush();
    assertTrue(b.account.ask(claims));
    assertEquals(200 * KIB, budget.usedBytes());
    assertTrue(b.account.ask(claims));
    assertEquals(200 * KIB, budget.usedBytes());
  }

  @Test
  void whatIsThereAnywayCountsEvenAboveTheBudget() {
    a.tree.count(300 * KIB);
    assertEquals(300 * KIB, budget.usedBytes());
    assertEquals(List.of(a.tree), a.asked);
    assertFalse(b.ask(1));
    a.flush();
    assertTrue(b.ask(1));
  }

  /** A store by itself: what its memtables use is counted afterwards. */
  private final MemTableBudget own = new MemTableBudget(CAPACITY, false);

  @Test
  void oneTreeAloneIsBoundedByItsOwnRule() {
    Store store = new Store(own);
    assertTrue(store.tree.covers(CAPACITY));
    store.tree.count(2 * CAPACITY);
    assertEquals(2 * CAPACITY, own.usedBytes());
    assertTrue(store.tree.covers(CAPACITY));
    assertEquals(CAPACITY / 3, store.tree.budget().memTableBytesMax());
    assertEquals(List.of(), store.asked);
    store.tree.budget().bound(CAPACITY);
    assertEquals(CAPACITY, store.tree.budget().memTableBytesMax());
    store.tree.budget().bound(4 * KIB); // 128 KiB in all are the least
    assertTrue(store.tree.budget().memTableBytesMax() > 40 * KIB);
  }

  @Test
  void treesOfOneStoreShareWhatItHas() {
    Store store = new Store(own);
    TreeShare other = store.account.tree();
    store.tree.count(100 * KIB);
    other.count(60 * KIB);
    assertEquals(List.of(), store.asked);
    other.count(100 * KIB);
    assertEquals(List.of(store.tree), store.asked); // the largest, and of two the older
    other.count(160 * KIB);
    assertFalse(other.covers(1));
    assertFalse(ask(other, 1));
    store.tree.freeze();
    store.tree.flushed(1);
    assertTrue(other.covers(1));
    assertTrue(ask(other, 1));
    assertEquals(160 * KIB, own.usedBytes());
  }

  private static boolean ask(TreeShare tree, long bytes) {
    return tree.account.ask(Map.of(tree, bytes));
  }
}
