package dev.malkoha.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** {@code malkoha} itself: says what there is. */
@Command(
    name = "malkoha",
    version = "malkoha 0.1.0",
    description = "An embedded key-value store with a cuckoo filter in every table.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the key is not there",
      "2:the command line, an option or an input file cannot be used, or there is no store",
      "3:damage was found, or a compared store gave a wrong answer",
      "4:another process has the store open",
      "5:any other failure, as of the disk",
      "6:a file was loaded but for lines of it that hold no entry"
    })
final class MalkohaCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec != null) {
      CommandLine line = spec.commandLine();
      line.usage(line.getErr());
    }
    return ExitCode.USAGE;
  }

  /** The whole command line, ready to be run. */
  static CommandLine line(Terminal terminal) {
    CommandLine line = new CommandLine(new MalkohaCommand());
    line.addSubcommand(new CompareCommand(terminal))
        .addSubcommand(new BenchCommand(terminal))
        .addSubcommand(new FiltersCommand(terminal))
        .addSubcommand(new PapersCommand(terminal))
        .addSubcommand(new PutCommand(terminal))
        .addSubcommand(new GetCommand(terminal))
        .addSubcommand(new DeleteCommand(terminal))
        .addSubcommand(new DeleteRangeCommand(terminal))
        .addSubcommand(new ScanCommand(terminal))
        .addSubcommand(new LoadCommand(terminal))
        .addSubcommand(new StatsCommand(terminal))
        .addSubcommand(ExplainCommand.line(terminal))
        .addSubcommand(new VerifyCommand(terminal))
        .addSubcommand(new CompactCommand(terminal))
        .addSubcommand(new DumpCommand(terminal));
    // A key may begin with any character: arguments are taken as they are.
    line.setExpandAtFiles(false);
    line.getCommandSpec().addOption(version());
    line.getCommandSpec().addOption(help());
    line.getSubcommands().values().forEach(MalkohaCommand::addHelp);
    return line;
  }

  private static void addHelp(CommandLine line) {
    line.getCommandSpec().addOption(help());
    line.getSubcommands().values().forEach(MalkohaCommand::addHelp);
  }

  private static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Show this help and exit.")
        .build();
  }

  private static OptionSpec version() {
    return OptionSpec.builder("-V", "--version")
        .versionHelp(true)
        .description("Show the version and exit.")
        .build();
  }
}
