package dev.malkoha.engine.resource;

import dev.malkoha.engine.base.HeapShares;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the memtables of any number of stores may take together, active ones and those
 * that wait to be flushed.
 *
 * <p>A store has an {@link BudgetAccount account}, each of its trees a {@link TreeShare share} of
 * it. Memory is asked for before it is taken, so the budget is not exceeded; who gets none waits
 * its turn: nobody is served before a store that has waited longer. From three quarters on
 * memtables are frozen, wherever they are, as {@link FlushPicker} says. No store by itself takes
 * the last eighth while there are others: one that cannot flush leaves them something to go on
 * with.
 *
 * <p>The budget of a store by itself counts what memtables use, after each write: no write is asked
 * for beforehand, so a batch may exceed it. One tree alone is bounded by its own rule.
 *
 * <p>Memory that nobody can ever flush, of a store that takes no more writes, does not count.
 *
 * <p>Any thread. The lock here is held for no I/O, and no other lock is taken under it.
 */
public final class MemTableBudget {

  /** Memory is taken in multiples of some bytes, so that most writes ask for none. */
  private static final long STEP_BYTES_MIN = 4 << 10;

  private static final long STEP_BYTES_MAX = 64 << 10;
  private static final int STEPS = 4096;

  private static final int SHARE_LEFT_TO_OTHERS = 8;

  private volatile long capacity;
  private final boolean isExact;
  private final long step;
  private final long most;
  private volatile FlushPicker picker;
  private final ReentrantLock lock = new ReentrantLock();

  // The lock guards what follows; methods that are called under it assert that.
  private final Set<BudgetAccount> accounts = new LinkedHashSet<>();

  /** The accounts that wait, the one that has waited longest first. */
  private final Set<BudgetAccount> waiting = new LinkedHashSet<>();

  /** The shares that hold something; by when their active memtables began. */
  private final Set<TreeShare> filled = new LinkedHashSet<>();

  private volatile long used;

  /** Whether several shares hold something. */
  private volatile boolean isShared;

  /**
   * A budget that stores share.
   *
   * @param capacity in bytes
   */
  public MemTableBudget(long capacity) {
    this(capacity, true);
  }

  private MemTableBudget(long capacity, boolean isExact) {
    this.capacity = capacity;
    this.isExact = isExact;
    this.step = Math.clamp(capacity / STEPS, STEP_BYTES_MIN, STEP_BYTES_MAX);
    this.most = least(capacity - capacity / SHARE_LEFT_TO_OTHERS);
    this.picker = new FlushPicker(capacity);
  }

  /**
   * The budget of a store by itself.
   *
   * @param capacity in bytes
   */
  public static MemTableBudget ofOneStore(long capacity) {
    return new MemTableBudget(capacity, false);
  }

  /** Whether memory is asked for before it is taken, in exact numbers. */
  boolean isExact() {
    return isExact;
  }

  /** A store by itself has room for three memtables of this size from now on. */
  void bound(long memTableBytes) {
    lock.lock();
    try {
      if (!isExact) {
        capacity = HeapShares.memTables(memTableBytes);
        picker = new FlushPicker(capacity);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The most that one memtable may use: three such ones are all there may be. */
  long memTableBytesMax() {
    return isExact ? Long.MAX_VALUE : capacity / HeapShares.MEMTABLES;
  }

  /** Whether a store by itself is to wait: several trees hold as much as there may be. */
  boolean isFull() {
    return used >= capacity && isShared;
  }

  /** Bytes that may be taken. */
  public long capacityBytes() {
    return capacity;
  }

  /** Bytes taken now. */
  public long usedBytes() {
    return used;
  }

  /** The most that a memtable can have. */
  long most() {
    return most;
  }

  private long least(long bytes) {
    return bytes / step * step;
  }

  /** The next larger multiple of what is taken at a time. */
  long rounded(long bytes) {
    return Math.ceilDiv(bytes, step) * step;
  }

  /** An account for a store. */
  public BudgetAccount open() {
    BudgetAccount account = new BudgetAccount(this);
    locked(() -> accounts.add(account));
    return account;
  }

  /** Does something under the lock. */
  <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the calling thread has the lock. */
  boolean isLocked() {
    return lock.isHeldByCurrentThread();
  }

  /** Nothing that a store holds counts any more. */
  void release(BudgetAccount account) {
    assert isLocked();
    List.copyOf(filled).stream()
        .filter(share -> share.account() == account)
        .forEach(TreeShare::release);
  }

  void remove(BudgetAccount account) {
    assert isLocked();
    accounts.remove(account);
    waiting.remove(account);
  }

  /** A share holds so much more, or less. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  void add(TreeShare share, long bytes) {
    assert isLocked();
    used += bytes;
    share.account().used += bytes;
    if (share.isEmpty()) {
      filled.remove(share);
    } else {
      filled.add(share);
    }
    isShared = filled.size() > 1;
  }

  /** The share's next memtable is younger than all others. */
  void renew(TreeShare share) {
    assert isLocked();
    filled.remove(share);
    if (!share.isEmpty()) {
      filled.add(share);
    }
  }

  /** Whether a store may have more now; if not, it waits for it. */
  boolean give(BudgetAccount account, long bytes) {
    assert isLocked();
    boolean given =
        isExact
            ? used + bytes <= capacity
                && !mustLetOthersFirst(account)
                && account.used + bytes <= mostOf()
            : !isFull();
    if (given) {
      waiting.remove(account);
    } else {
      account.wanted = isExact ? bytes : step;
      waiting.add(account);
    }
    return given;
  }

  private long mostOf() {
    return accounts.size() > 1 ? most : capacity;
  }

  private boolean mustLetOthersFirst(BudgetAccount account) {
    for (BudgetAccount other : waiting) {
      if (other == account) {
        return false;
      }
      if (!isAtItsMost(other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it waits for memory of its own alone. */
  private boolean isAtItsMost(BudgetAccount account) {
    return account.used + account.wanted > mostOf();
  }

  boolean isWaiting(BudgetAccount account) {
    assert isLocked();
    return waiting.contains(account);
  }

  void stopWaiting(BudgetAccount account) {
    assert isLocked();
    waiting.remove(account);
  }

  /** Whether nothing is held that could be flushed: waiting is of no use. */
  boolean isStuck() {
    assert isLocked();
    return !filled.isEmpty() && filled.stream().allMatch(share -> share.account().cannotFlush());
  }

  /** The work to do after the lock is released. */
  List<Runnable> due(boolean everybody) {
    List<Runnable> due = new ArrayList<>(picks());
    due.addAll(wakes(everybody));
    return due;
  }

  /** Memtables are to be frozen. */
  List<Runnable> picks() {
    assert isLocked();
    boolean isAlone = !isExact && !isShared;
    if (isAlone || (waiting.isEmpty() && !picker.isDue(used, 0))) {
      return List.of();
    }
    List<Runnable> due = new ArrayList<>();
    for (TreeShare next = pick(); next != null; next = pick()) {
      TreeShare picked = next;
      picked.want();
      due.add(() -> picked.account().freeze(picked));
    }
    return due;
  }

  /**
   * Wakes waiters to ask again: the first one, and those that wait for memory of their own store.
   */
  List<Runnable> wakes(boolean everybody) {
    assert isLocked();
    List<Runnable> due = new ArrayList<>();
    boolean served = false;
    for (BudgetAccount account : waiting) {
      if (everybody || !served || isAtItsMost(account)) {
        due.add(account::wake);
      }
      served |= !isAtItsMost(account);
    }
    return due;
  }

  private @Nullable TreeShare pick() {
    long wanted = 0;
    for (BudgetAccount account : waiting) {
      if (isAtItsMost(account) && account.staying() + account.wanted > mostOf()) {
        TreeShare own = pick(account);
        if (own != null) {
          return own;
        }
      } else if (wanted == 0) {
        wanted = account.wanted;
      }
    }
    long staying = accounts.stream().mapToLong(BudgetAccount::staying).sum();
    return picker.isDue(staying, wanted) ? pick(null) : null;
  }

  /** Picks a tree of one account, or of any. */
  private @Nullable TreeShare pick(@Nullable BudgetAccount of) {
    List<TreeShare> shares = List.copyOf(filled);
    int index =
        picker.pick(
            shares.stream()
                .map(share -> of == null || share.account() == of ? share.canGo() : 0L)
                .toList());
    return index == FlushPicker.NONE ? null : shares.get(index);
  }

  /**
   * Decides which memtable is frozen and flushed so that memory comes back: the largest one, as
   * that makes the most room by the fewest tables; the oldest one where all are tiny, as that lets
   * the log go. A pure function.
   */
  record FlushPicker(long capacity) {

    /** No memtable. */
    static final int NONE = -1;

    /** Background work begins when this much of the budget, in eighths, is not on its way out. */
    private static final int EIGHTHS_TO_FLUSH_FROM = 6;

    /** A memtable below this share of the budget is tiny. */
    private static final int TINY_SHARE = 64;

    /**
     * Whether one more memtable is to go.
     *
     * @param staying bytes that are taken and that no flush under way will free
     * @param wanted bytes that somebody waits for; 0 if nobody does
     */
    boolean isDue(long staying, long wanted) {
      return staying >= capacity / 8 * EIGHTHS_TO_FLUSH_FROM
          || (wanted > 0 && staying + wanted > capacity);
    }

    /**
     * The one to go.
     *
     * @param oldestFirst the bytes of each memtable that can go, in the order in which they began;
     *     0 for one that cannot
     * @return its index; {@link #NONE} if none can
     */
    int pick(List<Long> oldestFirst) {
      int oldest = NONE;
      int largest = NONE;
      for (int i = 0; i < oldestFirst.size(); i++) {
        long bytes = oldestFirst.get(i);
        if (bytes > 0) {
          oldest = oldest == NONE ? i : oldest;
          largest = largest == NONE || bytes > oldestFirst.get(largest) ? i : largest;
        }
      }
      return largest != NONE && oldestFirst.get(largest) >= capacity / TINY_SHARE
          ? largest
          : oldest;
    }
  }
}
