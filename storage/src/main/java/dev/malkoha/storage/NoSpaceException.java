package dev.malkoha.storage;

import java.io.IOException;

/**
 * Says that the disk, or the user's share of it, has no room for what was to be written, or that
 * the process has no descriptor left to open a file.
 *
 * <p>Thrown only where a file is made, opened or grows, never by a force: so nothing that was
 * promised is in doubt, and the same may be tried again, in another file, when there is room.
 */
public final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names the file. */
  public NoSpaceException(String message) {
    super(message);
  }

  /** Creates the exception with a message that names the file, and the system's own. */
  public NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }
}
