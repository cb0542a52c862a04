package dev.malkoha.sstable;

import java.io.IOException;

/**
 * Says that a table file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptTableException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;
  private final String problem;

  CorruptTableException(String file, long offset, String problem) {
    super(
        "table "
            + file
            + " is damaged at offset "
            + offset
            + ": "
            + problem
            + "; restore the file from a copy, or drop the table and with it its entries");
    this.file = file;
    this.offset = offset;
    this.problem = problem;
  }

  /** The name of the damaged file. */
  public String file() {
    return file;
  }

  /** Where in the file the damage was found, in bytes from its start. */
  public long offset() {
    return offset;
  }

  /** What is wrong, without where it is and what to do. */
  String problem() {
    return problem;
  }
}
