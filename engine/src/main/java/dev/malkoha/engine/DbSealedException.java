package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that an earlier failure of the log, manifest or background work has ended all writing until
 * the store is reopened; the failure is the cause. What was refused so is not written. Reads go on.
 *
 * <p>The write that meets a failure of the log gets the failure itself, as a {@link DbIoException}
 * or an error: it may be there or not when the store is opened again. From then on every write gets
 * this exception.
 */
public final class DbSealedException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbSealedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
