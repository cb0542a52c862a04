package dev.malkoha.sstable.sidecar;

import dev.malkoha.codec.MalformedBytesException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a sidecar file is not what its writer wrote, or does not belong to the table at hand:
 * which file, at which offset, what was expected and what was found.
 */
public final class CorruptSidecarException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  CorruptSidecarException(String file, long offset, String problem) {
    this(file, offset, problem, null);
  }

  /** Damage that its format's reader found. */
  CorruptSidecarException(String file, long offset, MalformedBytesException cause) {
    this(file, offset, cause.problem(), cause);
  }

  private CorruptSidecarException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super(
        "sidecar "
            + file
            + " is damaged at offset "
            + offset
            + ": "
            + problem
            + "; it says which entries of a table are deleted, so restore it from a copy",
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
