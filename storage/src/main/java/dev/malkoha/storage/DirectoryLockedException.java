package dev.malkoha.storage;

import java.io.IOException;

/** Says that a directory is held by another process, or by another open of this one. */
public final class DirectoryLockedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names the directory and the holder. */
  public DirectoryLockedException(String message) {
    super(message);
  }
}
