package dev.malkoha.sstable;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a table file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptTableException extends CorruptFileException {

  private static final long serialVersionUID = 1L;

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
        "table",
        file,
        offset,
        problem,
        "restore the file from a copy, or drop the table and with it its entries",
        cause);
  }
}
