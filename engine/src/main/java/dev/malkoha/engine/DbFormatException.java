package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that the store was written in a format, or with an option, that this version does not know.
 */
public final class DbFormatException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
