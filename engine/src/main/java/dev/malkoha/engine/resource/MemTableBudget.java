package dev.malkoha.engine.resource;

import module java.base;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.base.Locked;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the memtables of any number of stores may take together, active ones and those
 * that wait to be flushed.
 *
 * <p>A store has an {@link BudgetAccount account}, each of its trees a {@link TreeShare share} of
 * it. Memory is asked for before it is taken, so the budget is not exceeded; who gets none waits
 * its turn: nobody is served before a store that has waited longer. From three quarters on
 * memtables are frozen, wherever they are: the largest one first, as that makes the most room by
 * the fewest tables, or the oldest one where all are tiny, as that lets the log go. No store by
 * itself takes the last eighth while there are others: one that cannot flush leaves them something
 * to go on with.
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

  /** Memtables are frozen when this much of the budget, in eighths, is not on its way out. */
  private static final int EIGHTHS_TO_FLUSH_FROM = 6;

  /** A memtable below this share of the budget is tiny. */
  private static final int TINY_SHARE = 64;

  private volatile long capacity;
  private final boolean isExact;
  private final long step;
  private final long most;
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
   * A budget.
   *
   * @param capacity in bytes
   * @param isExact for one that stores share; not for that of a store by itself
   */
  public MemTableBudget(long capacity, boolean isExact) {
    this.capacity = capacity;
    this.isExact = isExact;
    this.step = Math.clamp(capacity / STEPS, STEP_BYTES_MIN, STEP_BYTES_MAX);
    this.most = (capacity - capacity / SHARE_LEFT_TO_OTHERS) / step * step;
  }

  /** Whether memory is asked for before it is taken, in exact numbers: memtables begin small. */
  public boolean isExact() {
    return isExact;
  }

  /** A store by itself has room for three memtables of this size from now on. */
  public void bound(long memTableBytes) {
    if (!isExact) {
      capacity = Limits.memTables(memTableBytes);
    }
  }

  /** The most that one memtable may use: three such ones are all there may be. */
  public long memTableBytesMax() {
    return isExact ? Long.MAX_VALUE : capacity / Limits.MEMTABLES;
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

  /** Whether memory in whole steps can ever be had. */
  boolean canEverCover(long rounded) {
    return !isExact || rounded <= most;
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
    try (Locked _ = Locked.by(lock)) {
      return work.get();
    }
  }

  /** Changes something under the lock; then has done, without it, what is due by then. */
  void change(Runnable change) {
    List<Runnable> due =
        locked(
            () -> {
              change.run();
              List<Runnable> found = picks();
              found.addAll(wakes());
              return found;
            });
    due.forEach(Runnable::run);
  }

  /** Nothing that a store holds counts any more, and it does not wait. */
  void end(BudgetAccount account) {
    shares(share -> share.account == account).forEach(TreeShare::release);
    account.isOver = true;
    waiting.remove(account);
  }

  void remove(BudgetAccount account) {
    accounts.remove(account);
  }

  private List<TreeShare> shares(Predicate<TreeShare> which) {
    return filled.stream().filter(which).toList();
  }

  /** Counts what a share holds by now. What a store that is over holds does not count. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  void count(TreeShare share) {
    assert lock.isHeldByCurrentThread();
    BudgetAccount account = share.account;
    if (account.isOver) {
      return;
    }
    long held = share.held();
    long leaving = share.leaving();
    used += held - share.heldCounted;
    account.used += held - share.heldCounted;
    account.leaving += leaving - share.leavingCounted;
    share.heldCounted = held;
    share.leavingCounted = leaving;
    if (held == 0) {
      filled.remove(share);
    } else {
      filled.add(share);
    }
    isShared = filled.size() > 1;
  }

  /** Counts a share whose next memtable is younger than all others. */
  void renew(TreeShare share) {
    filled.remove(share);
    count(share);
  }

  /**
   * Whether a store may have more now; if not, it waits for it.
   *
   * @param due takes what is to be done without the lock
   */
  boolean give(BudgetAccount account, long bytes, List<Runnable> due) {
    boolean given =
        isExact
            ? used + bytes <= capacity
                && !mustLetOthersFirst(account)
                && account.used + bytes <= mostOf()
            : !isFull();
    if (!given) {
      account.wanted = isExact ? bytes : step;
      waiting.add(account);
    } else if (waiting.remove(account)) {
      due.add(account::wake); // another of its writers may be the one that waits
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

  void stopWaiting(BudgetAccount account) {
    waiting.remove(account);
  }

  /** Whether nothing is held that could be flushed: waiting is of no use. */
  boolean isStuck() {
    return !filled.isEmpty() && filled.stream().allMatch(share -> share.account.cannotFlush());
  }

  /** Has memtables frozen, as long as any is due. */
  List<Runnable> picks() {
    List<Runnable> due = new ArrayList<>();
    boolean isAlone = !isExact && !isShared;
    if (!isAlone && (!waiting.isEmpty() || isDue(used, 0))) {
      for (TreeShare next = pick(); next != null; next = pick()) {
        TreeShare picked = next;
        picked.want();
        count(picked);
        due.add(() -> picked.account.freeze(picked));
      }
    }
    return due;
  }

  /** Has those that wait ask again. */
  List<Runnable> wakes() {
    return waiting.stream().<Runnable>map(account -> account::wake).toList();
  }

  private @Nullable TreeShare pick() {
    long wanted = 0;
    for (BudgetAccount account : waiting) {
      if (isAtItsMost(account) && account.staying() + account.wanted > mostOf()) {
        TreeShare own = pick(share -> share.account == account);
        if (own != null) {
          return own;
        }
      } else if (wanted == 0) {
        wanted = account.wanted;
      }
    }
    long staying = accounts.stream().mapToLong(BudgetAccount::staying).sum();
    return isDue(staying, wanted) ? pick(share -> true) : null;
  }

  /**
   * Whether one more memtable is to go.
   *
   * @param staying bytes that are taken and that no flush under way will free
   * @param wanted bytes that somebody waits for; 0 if nobody does
   */
  private boolean isDue(long staying, long wanted) {
    return staying >= capacity / 8 * EIGHTHS_TO_FLUSH_FROM
        || (wanted > 0 && staying + wanted > capacity);
  }

  /** Picks the largest one, the oldest of equal ones; if all are tiny, the oldest. */
  private @Nullable TreeShare pick(Predicate<TreeShare> which) {
    List<TreeShare> able = shares(which.and(share -> share.canGo() > 0));
    if (able.isEmpty()) {
      return null;
    }
    TreeShare largest = Collections.max(able, Comparator.comparingLong(TreeShare::canGo));
    return largest.canGo() >= capacity / TINY_SHARE ? largest : able.getFirst();
  }
}
