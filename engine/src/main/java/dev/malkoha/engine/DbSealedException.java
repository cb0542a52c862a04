package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that an earlier failure of the log, manifest or background work has ended all writing until
 * the store is reopened; the failure is the cause. Reads go on.
 */
public final class DbSealedException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbSealedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
