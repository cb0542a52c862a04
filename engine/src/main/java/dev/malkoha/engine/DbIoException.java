package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/** Says that the device or file system refused an operation, or that it could not be understood. */
public sealed class DbIoException extends DbException permits DbNoSpaceException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public DbIoException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
