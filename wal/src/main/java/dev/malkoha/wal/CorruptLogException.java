package dev.malkoha.wal;

import dev.malkoha.storage.CorruptFileException;

/**
 * Says that a log is damaged where it is known to have been durable, or is not a log this code can
 * read. Opening it would lose acknowledged records, so it is refused.
 */
public final class CorruptLogException extends CorruptFileException {

  private static final long serialVersionUID = 1L;

  static final String RESTORE = "restore the store from a checkpoint or salvage it";

  CorruptLogException(String file, long offset, String expected, String found, String advice) {
    super(
        String.format(
            "%s at offset %s: expected %s, found %s; %s", file, offset, expected, found, advice),
        file,
        offset,
        null);
  }

  /** A file that does not hold at an offset what is known to have been there. */
  static CorruptLogException damage(String file, long offset, String expected, String found) {
    return new CorruptLogException(file, offset, expected, found, RESTORE);
  }

  /** A file that is gone, or holds something else. */
  static CorruptLogException missing(long slot, String expected) {
    return damage(LogFormat.name(slot), 0, expected, "no such segment");
  }
}
