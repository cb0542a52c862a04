package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.store.Callbacks;
import org.jspecify.annotations.Nullable;

/**
 * Does a transaction again after a conflict, so many times at most, with pauses between that grow
 * and are of random length: so threads that are in each other's way get out of step. Any thread.
 *
 * @param randomBelow gives a number from 0 up to a bound, which is excluded
 * @param pauseNanos has the calling thread pause
 */
record Retries(LongUnaryOperator randomBelow, LongConsumer pauseNanos) {

  /** The most tries. */
  static final int TRIES_MAX = 100;

  /** So many conflicts are taken for accidents. */
  private static final int WITHOUT_PAUSE = 2;

  private static final long FIRST_PAUSE_NANOS = 2_000;
  private static final int DOUBLINGS_MAX = 13;

  /** Those that let time pass. */
  static Retries inRealTime() {
    return new Retries(
        bound -> ThreadLocalRandom.current().nextLong(bound), LockSupport::parkNanos);
  }

  /** Does something in transactions until it is committed; the last conflict is thrown. */
  <T extends @Nullable Object> T run(
      Supplier<StoreTransaction> begin, Function<? super Transaction, ? extends T> body) {
    for (int conflicts = 1; ; conflicts++) {
      StoreTransaction transaction = begin.get();
      try (transaction) {
        T result = Callbacks.<T>call(() -> body.apply(transaction));
        if (!transaction.hasEnded()) {
          transaction.commit();
        }
        return result;
      } catch (TransactionConflictException e) {
        if (conflicts == TRIES_MAX) {
          throw e;
        }
      }
      transaction.countRetry();
      pauseAfter(conflicts);
    }
  }

  private void pauseAfter(int conflicts) {
    if (conflicts > WITHOUT_PAUSE) {
      int doublings = Math.min(conflicts - WITHOUT_PAUSE, DOUBLINGS_MAX);
      pauseNanos.accept(randomBelow.applyAsLong(FIRST_PAUSE_NANOS << doublings));
    }
  }
}
