package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/** Says that there is no store where one was expected. */
public final class DbNotFoundException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
