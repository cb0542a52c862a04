package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that a store's format, or an option, is of no use here: this version does not know it, or
 * what it needs is missing, such as a compression's library.
 */
public final class DbFormatException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
