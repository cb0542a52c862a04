package dev.malkoha.engine.commit;

import module java.base;

import dev.malkoha.engine.events.WaitCause;
import dev.malkoha.engine.observe.Observer;

/**
 * How writers take the commit lock, which is held for about a microsecond at a time: one that finds
 * it taken looks again after longer and longer.
 *
 * <p>What a commit changes lies in the cache of the processor that made the one before, and to
 * bring it over takes about as long as a commit does. So it is better that who has the lock makes
 * some commits in a row than that writers take turns.
 *
 * <p>First a writer spins, since to be parked and woken takes far longer than a commit. Then it
 * naps, by itself and not in the lock's queue: from there whoever unlocks would have to wake it
 * each time, mostly for nothing. After a nap it spins again: to miss the lock by a hair would cost
 * one more nap, and on a busy machine one more wait for a processor. At last it does queue up, so
 * that no wait is endless.
 */
final class CommitBackoff {

  /** Spin counts: the first takes about 0.5 us, the last about 10 us. */
  private static final int PAUSES_FIRST = 16;

  private static final int PAUSES_LAST = 256;

  /** Lengths of naps; the system adds about 50 us. */
  private static final long NAP_NANOS_FIRST = 20_000;

  private static final long NAP_NANOS_LAST = 1_280_000;

  private final ReentrantLock lock;
  private final Observer observer;

  /**
   * Creates the way to a lock.
   *
   * @param observer is told of waits that were longer than a moment
   */
  CommitBackoff(ReentrantLock lock, Observer observer) {
    this.lock = lock;
    this.observer = observer;
  }

  /** Takes the lock. An interrupt does not end the wait, and is not lost. */
  void lock() {
    if (spin()) {
      return;
    }
    long began = System.nanoTime();
    long nanos = NAP_NANOS_FIRST;
    do {
      LockSupport.parkNanos(lock, nanos);
      nanos *= 2;
    } while (!spin() && nanos <= NAP_NANOS_LAST);
    if (!lock.isHeldByCurrentThread()) {
      lock.lock();
    }
    observer.waits().add(WaitCause.LOCK, System.nanoTime() - began);
  }

  private boolean spin() {
    for (int pauses = PAUSES_FIRST; !lock.tryLock(); pauses *= 2) {
      if (pauses > PAUSES_LAST) {
        return false;
      }
      for (int i = 0; i < pauses; i++) {
        Thread.onSpinWait();
      }
    }
    return true;
  }
}
