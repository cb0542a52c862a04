package dev.malkoha.sstable.value;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a value file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptValueException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  /** Creates the exception with what is wrong at an offset of a file. */
  public CorruptValueException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super(
        "value file "
            + file
            + " is damaged at offset "
            + offset
            + ": "
            + problem
            + "; restore the file from a copy, or delete the keys whose values are lost",
        cause);
    this.file = file;
    this.offset = offset;
  }

  /** The name of the damaged file. */
  public String file() {
    return file;
  }

  /** Where in the file the damage was found, in bytes from its start. */
  public long offset() {
    return offset;
  }
}
