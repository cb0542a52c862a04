package dev.malkoha.engine.background;

import module java.base;

import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.tree.Health;

/**
 * How background work of all kinds gets on: the lock under which it begins and ends, and where it
 * is waited for.
 *
 * <p>The first failure seals the store and ends all background work, be it one of a job, of
 * choosing the next one or of handing it to a worker: nobody else could tell that it will never
 * run. So the methods that schedule something throw nothing. A full disk alone only makes the kind
 * of work wait that has met it.
 */
public final class Progress {

  private static final long NEVER = -1;

  /** The background lock. */
  final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  final Health health;
  private final AtomicInteger awaiting = new AtomicInteger();
  private volatile boolean stopping;

  /** How many operations work at rest must not delay. */
  private final AtomicInteger foreground = new AtomicInteger();

  /** The sequence number up to which somebody wrote before the store came to rest. */
  private volatile long restsAt = NEVER;

  public Progress(Health health) {
    this.health = health;
  }

  /** Whether the store closes: jobs that run then give up. */
  public boolean isStopping() {
    return stopping;
  }

  /** Has jobs give up, and those who wait for them. */
  void stop() {
    stopping = true;
    signal();
  }

  /**
   * Whether somebody waits for the store to be idle: then background work neither paces itself nor
   * puts off what could wait.
   */
  public boolean isAwaited() {
    return awaiting.get() > 0;
  }

  /** Does something that waits for the store to be idle. */
  void whileAwaited(Runnable waiting) {
    awaiting.incrementAndGet();
    try {
      waiting.run();
    } finally {
      awaiting.decrementAndGet();
    }
  }

  /** Nobody has written for a while. */
  public void rest(long newestSequence) {
    restsAt = newestSequence;
  }

  /** Whether nobody has written for a while, given what was written last. */
  public boolean isAtRest(long newestSequence) {
    return restsAt == newestSequence;
  }

  /** Begins work that somebody waits for, and that work at rest must not delay. */
  public void beginForeground() {
    foreground.incrementAndGet();
  }

  /** Ends what {@link #beginForeground} began. */
  public void endForeground() {
    foreground.decrementAndGet();
  }

  /** Whether something is under way, or waited for, that work at rest must not delay. */
  public boolean hasForeground() {
    return foreground.get() > 0 || isAwaited();
  }

  public boolean mayWork() {
    return !stopping && !health.isSealed();
  }

  /** Has those who wait look again. */
  void signal() {
    try (Locked _ = Locked.by(lock)) {
      changed.signalAll();
    }
  }

  /**
   * Waits for a condition, for the end of work by a failure, or for the store to close.
   *
   * @param check throws if there is nothing to wait for any more; asked after the condition
   */
  void await(BooleanSupplier condition, Runnable check) {
    try (Locked _ = Locked.by(lock)) {
      while (!condition.getAsBoolean()) {
        if (stopping) {
          throw new GoneException("the store is closed");
        }
        health.checkWritable();
        check.run();
        changed.awaitUninterruptibly();
      }
    }
  }

  /** Work for a worker, which makes nothing before it is guarded: memory may run out. */
  public Runnable guarding(Runnable work) {
    return () -> guard(work);
  }

  /** Does something of which a failure seals the store, but for its own end. */
  public void guard(Runnable work) {
    try {
      work.run();
    } catch (GoneException e) {
      // There is nothing left to do it for.
    } catch (RuntimeException | Error e) {
      seal(e);
    }
  }

  /** Wakes all waiters: there will be no progress. */
  void seal(Throwable cause) {
    health.seal(cause);
    signal();
  }
}
