package dev.malkoha.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code completion}: prints a script for shells. */
@Command(
    name = "completion",
    description = {
      "Print a script by which bash or zsh completes commands and options.",
      "To use it: source <(malkoha completion)"
    })
final class CompletionCommand implements Callable<Integer> {

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine all = MalkohaCommand.line(terminal);
    terminal.out.print(AutoComplete.bash("malkoha", all));
    return ExitCode.OK;
  }
}
