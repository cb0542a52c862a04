package dev.malkoha.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code explain}: what tells how the store comes to its answers. The store's directory may stand
 * where the other commands have it, before what is explained, or after that.
 */
@Command(name = "explain", description = "Tell how a store comes to its answers.")
final class ExplainCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      description = "The store's directory; it may also follow the command.")
  private @Nullable Path directory;

  @Spec private @Nullable CommandSpec spec;

  private ExplainCommand() {}

  /** The group with its commands. */
  static CommandLine line(Terminal terminal) {
    ExplainCommand group = new ExplainCommand();
    return new CommandLine(group).addSubcommand(new ExplainGetCommand(group, terminal));
  }

  /** The directory that stands in front; null if none does. */
  @Nullable Path directory() {
    return directory;
  }

  @Override
  public Integer call() {
    if (spec != null) {
      CommandLine line = spec.commandLine();
      line.getErr().println("malkoha: say what to explain, such as 'explain get DIR KEY'");
      line.usage(line.getErr());
    }
    return ExitCode.USAGE;
  }
}
