package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that a failure of the log, manifest or background work has ended all writing until the store
 * is reopened; the failure is the cause. Reads go on.
 *
 * <p>The write that itself meets a failure of the log gets it, too: it is not seen, and may be
 * there or not when the store is opened again. A {@code SYNC} write that the log cannot be forced
 * for is seen, and gets the failure itself. Every later write is refused, and is not there.
 */
public final class DbSealedException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbSealedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
