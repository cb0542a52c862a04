package dev.malkoha.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code explain}: what tells how the store comes to its answers. */
@Command(name = "explain", description = "Tell how a store comes to its answers.")
final class ExplainCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  private ExplainCommand() {}

  /** The group with its commands. */
  static CommandLine line(Terminal terminal) {
    return new CommandLine(new ExplainCommand()).addSubcommand(new ExplainGetCommand(terminal));
  }

  @Override
  public Integer call() {
    if (spec != null) {
      CommandLine line = spec.commandLine();
      line.usage(line.getErr());
    }
    return ExitCode.USAGE;
  }
}
