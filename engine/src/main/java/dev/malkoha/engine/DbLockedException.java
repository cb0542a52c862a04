package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/** Says that another process, or another open in this one, holds the store. */
public final class DbLockedException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
