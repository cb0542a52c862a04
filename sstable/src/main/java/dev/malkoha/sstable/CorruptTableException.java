package dev.malkoha.sstable;

import dev.malkoha.codec.MalformedBytesException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a table file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptTableException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  CorruptTableException(String file, long offset, String problem) {
    this(file, offset, problem, null);
  }

  /** Damage that a format's reader found. */
  CorruptTableException(String file, long offset, MalformedBytesException cause) {
    this(file, offset, cause.problem(), cause);
  }

  /** Creates the exception with what is wrong at an offset of a file. */
  public CorruptTableException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super(
        "table "
            + file
            + " is damaged at offset "
            + offset
            + ": "
            + problem
            + "; restore the file from a copy, or drop the table and with it its entries",
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
