package dev.malkoha.sstable.value;

import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a value file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptValueException extends CorruptFileException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with what is wrong at an offset of a file. */
  public CorruptValueException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super(
        "value file",
        file,
        offset,
        problem,
        "restore the store from a checkpoint, salvage it, or delete the keys whose values are lost",
        cause);
  }
}
