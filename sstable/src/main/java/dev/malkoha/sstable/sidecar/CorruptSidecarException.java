package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a sidecar file is not what its writer wrote, or does not belong to the table at hand:
 * which file, at which offset, what was expected and what was found.
 */
public final class CorruptSidecarException extends CorruptFileException {

  private static final long serialVersionUID = 1L;

  public CorruptSidecarException(String file, long offset, String problem) {
    this(file, offset, problem, null);
  }

  /** Damage that its format's reader found. */
  public CorruptSidecarException(String file, long offset, MalformedBytesException cause) {
    this(file, offset, cause.problem(), cause);
  }

  private CorruptSidecarException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super(
        "sidecar",
        file,
        offset,
        problem,
        "it says which entries of a table are deleted: restore the store from a checkpoint or salvage it",
        cause);
  }
}
