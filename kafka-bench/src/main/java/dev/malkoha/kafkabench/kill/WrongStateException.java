package dev.malkoha.kafkabench.kill;

import dev.malkoha.cli.ExitCode;
import java.io.Serial;
import picocli.CommandLine.IExitCodeGenerator;

/** A state or an output of the application is not what it must be. */
public final class WrongStateException extends RuntimeException implements IExitCodeGenerator {

  @Serial private static final long serialVersionUID = 1L;

  /** With what is wrong, and how to have it again. */
  public WrongStateException(String message) {
    super(message);
  }

  @Override
  public int getExitCode() {
    return ExitCode.CORRUPTION;
  }
}
