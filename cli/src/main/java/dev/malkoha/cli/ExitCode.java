package dev.malkoha.cli;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import picocli.CommandLine.IExitCodeGenerator;

/** The process's answer to the script that called it. */
public final class ExitCode {

  /** Done. */
  public static final int OK = 0;

  /** The key is not there. */
  public static final int NOT_FOUND = 1;

  /** The command line or an input cannot be used. */
  public static final int USAGE = 2;

  /** Damage or a wrong answer was found. */
  public static final int CORRUPTION = 3;

  /** Another process has the store open. */
  public static final int LOCKED = 4;

  /** Any other failure. */
  public static final int FAILURE = 5;

  /** Loaded, but for lines that hold no entry. */
  public static final int SKIPPED = 6;

  private ExitCode() {}

  /** The code for a command that ended with an exception. */
  static int of(Exception failure) {
    if (failure instanceof DbLockedException) {
      return LOCKED;
    }
    if (failure instanceof IExitCodeGenerator own) {
      return own.getExitCode();
    }
    if (failure instanceof DbCorruptionException || failure instanceof DbFormatException) {
      return CORRUPTION;
    }
    if (failure instanceof DbNotFoundException || failure instanceof IllegalArgumentException) {
      return USAGE;
    }
    return FAILURE;
  }
}
