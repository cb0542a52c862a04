package dev.malkoha.engine.store;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbSealedException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store may still write: the first failure of the log, the manifest or background work
 * ends that until the store is reopened, and nothing is retried over it.
 */
final class Health {

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile Runnable whenSealed = () -> {};

  /** Says whom to tell of the first failure: those who would wait for a flush that never comes. */
  void onSeal(Runnable listener) {
    whenSealed = listener;
  }

  /** Notes a failure; the first one stays. */
  void seal(Throwable cause) {
    if (failure.compareAndSet(null, cause)) {
      whenSealed.run();
    }
  }

  boolean isSealed() {
    return failure.get() != null;
  }

  /** Throws if writing has ended. */
  void checkWritable() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw sealed(cause);
    }
  }

  private static DbException sealed(Throwable cause) {
    return new DbSealedException(
        "the store accepts no more writes after a failure ("
            + Failures.words(cause)
            + "); reads go on. Mend the cause, then close the store and open it again",
        cause);
  }
}
