package dev.malkoha.engine.tree;

import module java.base;

import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.base.GoneException;
import dev.malkoha.engine.base.Locked;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store is open, and whether it may still write: the first failure of the log, the
 * manifest or background work ends that until the store is reopened, and nothing is retried over
 * it.
 *
 * <p>It holds the commit lock, as writers wait under that lock for a flush to make room, and
 * whatever ends their waiting must wake them: room, the end of all flushes, the end of the store.
 */
public final class Health {

  private final ReentrantLock commitLock = new ReentrantLock();
  private final Condition changed = commitLock.newCondition();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Consumer<Throwable> whenSealed;
  private volatile boolean closed;
  private volatile Runnable whenChanged = () -> {};
  private final AtomicLong changes = new AtomicLong();

  /**
   * An open store.
   *
   * @param whenSealed is told of the first failure; throws nothing
   */
  public Health(Consumer<Throwable> whenSealed) {
    this.whenSealed = whenSealed;
  }

  /** The lock under which writes are put in order. */
  public ReentrantLock commitLock() {
    return commitLock;
  }

  /**
   * Waits until a condition holds, letting other writers in meanwhile. Under the commit lock.
   *
   * @param check throws if that is not to be expected soon
   */
  public void awaitChange(BooleanSupplier condition, Runnable check) {
    assert commitLock.isHeldByCurrentThread();
    while (!condition.getAsBoolean()) {
      check.run();
      changed.awaitUninterruptibly();
      checkTakesWrites();
    }
  }

  /**
   * Has somebody told whenever writers are woken.
   *
   * @param listener must neither wait nor take a lock of the store
   */
  public void whenChanged(Runnable listener) {
    whenChanged = listener;
  }

  /** The number of times that writers were woken. */
  public long changes() {
    return changes.get();
  }

  /** Has writers that wait for a flush see that it has ended, or that none will come soon. */
  public void wakeWriters() {
    changes.incrementAndGet();
    signalWriters();
    whenChanged.run();
  }

  /** Has writers that wait look again, for a reason that is not the store's own. */
  public void signalWriters() {
    try (Locked _ = Locked.by(commitLock)) {
      changed.signalAll();
    }
  }

  /** Refuses all use from now on. When this returns, no write runs any more. */
  public void close() {
    closed = true;
    wakeWriters();
  }

  public boolean isOpen() {
    return !closed;
  }

  /** Throws if the store is closed. */
  public void checkOpen() {
    if (closed) {
      throw new GoneException("the store is closed");
    }
  }

  /** Notes a failure; the first one stays. */
  public void seal(Throwable cause) {
    if (failure.compareAndSet(null, cause)) {
      wakeWriters();
      whenSealed.accept(cause);
    }
  }

  public boolean isSealed() {
    return failure.get() != null;
  }

  /** Throws if the store is closed or writing has ended. */
  public void checkTakesWrites() {
    checkOpen();
    checkWritable();
  }

  /** Throws if writing has ended. */
  public void checkWritable() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new DbSealedException(
          "the store accepts no more writes after a failure ("
              + Failures.words(cause)
              + "); reads go on. Mend the cause, then close the store and open it again",
          cause);
    }
  }
}
