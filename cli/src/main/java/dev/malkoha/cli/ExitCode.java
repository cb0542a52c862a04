package dev.malkoha.cli;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;

/** What the process tells the script that called it. */
final class ExitCode {

  static final int OK = 0;
  static final int NOT_FOUND = 1;
  static final int USAGE = 2;
  static final int CORRUPTION = 3;
  static final int LOCKED = 4;
  static final int FAILURE = 5;
  static final int SKIPPED = 6;

  private ExitCode() {}

  /** The code for a command that ended with an exception. */
  static int of(Exception failure) {
    if (failure instanceof DbLockedException) {
      return LOCKED;
    }
    if (failure instanceof DbCorruptionException
        || failure instanceof DbFormatException
        || failure instanceof WrongAnswerException) {
      return CORRUPTION;
    }
    if (failure instanceof DbNotFoundException || failure instanceof IllegalArgumentException) {
      return USAGE;
    }
    return FAILURE;
  }
}
