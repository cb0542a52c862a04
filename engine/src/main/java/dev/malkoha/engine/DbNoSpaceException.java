package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * Says that the disk, or the user's share of it, has no room for what was to be written. Nothing is
 * lost by that: the write that is refused has not happened, and reads go on. Once there is room the
 * store goes on by itself; it need not be reopened.
 */
public final class DbNoSpaceException extends DbIoException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbNoSpaceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
