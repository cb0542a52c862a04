package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that a file of the store is damaged: which file, at which offset, what was expected and
 * found.
 */
public final class DbCorruptionException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbCorruptionException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
