package dev.malkoha.bench;

import dev.malkoha.cli.ExitCode;
import picocli.CommandLine.IExitCodeGenerator;

/**
 * Says that a store under measurement gave an answer that is known to be wrong. A time for wrong
 * answers means nothing, so the run ends with it.
 */
public final class WrongAnswerException extends RuntimeException implements IExitCodeGenerator {

  private static final long serialVersionUID = 1L;

  /** Names the store, the step and what was wrong. */
  public WrongAnswerException(String store, String step, String problem) {
    super("wrong answer: " + store + ", " + step + ": " + problem);
  }

  @Override
  public int getExitCode() {
    return ExitCode.CORRUPTION;
  }
}
