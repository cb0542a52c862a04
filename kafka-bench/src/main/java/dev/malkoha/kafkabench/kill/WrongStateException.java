package dev.malkoha.kafkabench.kill;

import dev.malkoha.cli.ExitCode;
import java.io.Serial;
import picocli.CommandLine.IExitCodeGenerator;

/** A state or an output of the application is not what it must be. */
public final class WrongStateException extends RuntimeException implements IExitCodeGenerator {

  @Serial private static final long serialVersionUID = 1L;

  /** The message says which entry is wrong, and how the same run is had again. */
  public WrongStateException(String message) {
    super(message);
  }

  @Override
  public int getExitCode() {
    return ExitCode.CORRUPTION;
  }
}
