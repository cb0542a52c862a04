package dev.malkoha.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a file is not what its writer wrote: which file, at which offset, what is wrong and
 * what to do. Each kind of file has its own subclass.
 */
public abstract class CorruptFileException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  /** Creates the exception with a message that says all of it. */
  protected CorruptFileException(
      String message, String file, long offset, @Nullable Throwable cause) {
    super(message, cause);
    this.file = file;
    this.offset = offset;
  }

  /** Creates the exception for a kind of file, with what is wrong and what to do. */
  protected CorruptFileException(
      String kind,
      String file,
      long offset,
      String problem,
      String advice,
      @Nullable Throwable cause) {
    this(
        kind + " " + file + " is damaged at offset " + offset + ": " + problem + "; " + advice,
        file,
        offset,
        cause);
  }

  /** The name of the damaged file. */
  public final String file() {
    return file;
  }

  /** Where in the file the damage was found, in bytes from its start. */
  public final long offset() {
    return offset;
  }
}
