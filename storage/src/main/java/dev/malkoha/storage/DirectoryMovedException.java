package dev.malkoha.storage;

import module java.base;

/** Says that a locked directory's path no longer leads to it. Nothing was changed there. */
public final class DirectoryMovedException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception for the path. */
  public DirectoryMovedException(Path directory) {
    super(
        directory
            + "/ is gone: it was moved away, deleted or replaced while it was in use, or its lock file was."
            + " Nothing is written there any more. Close what has it open, put it back, and open it"
            + " again");
  }
}
