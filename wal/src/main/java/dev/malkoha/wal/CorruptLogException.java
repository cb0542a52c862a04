package dev.malkoha.wal;

import java.io.IOException;

/**
 * Says that a log is damaged where it is known to have been durable, or is not a log this code can
 * read. Opening it would lose acknowledged records, so it is refused.
 */
public final class CorruptLogException extends IOException {

  private static final long serialVersionUID = 1L;

  static final String RESTORE = "restore the directory from a backup, or the file from a copy";

  private final String file;
  private final long offset;

  CorruptLogException(String file, long offset, String expected, String found, String advice) {
    super(
        String.format(
            "%s at offset %d: expected %s, found %s; %s", file, offset, expected, found, advice));
    this.file = file;
    this.offset = offset;
  }

  /** A file that does not hold at an offset what is known to have been there. */
  static CorruptLogException damage(String file, long offset, String expected, String found) {
    return new CorruptLogException(file, offset, expected, found, RESTORE);
  }

  /** A file that is gone, or holds something else. */
  static CorruptLogException missing(long slot, String expected) {
    return damage(LogFormat.name(slot), 0, expected, "no such segment");
  }

  /** The name of the damaged file. */
  public String file() {
    return file;
  }

  /** Where in the file the damage was met, in bytes. */
  public long offset() {
    return offset;
  }
}
