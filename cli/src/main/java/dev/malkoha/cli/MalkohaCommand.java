package dev.malkoha.cli;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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

  /** Set by the launcher of a source tree, in which there is more. */
  private static final String SOURCE_TREE = "malkoha.source.tree";

  private static final String BUILT_LATER =
      "%nBuilt when first used: bench, compare, soak (beside other stores), filters, papers, kafka.";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec != null) {
      CommandLine line = spec.commandLine();
      line.usage(line.getErr());
    }
    return ExitCode.USAGE;
  }

  /** The command line with every command, ready to be run. */
  static CommandLine line(Terminal terminal) {
    return line(commands(terminal));
  }

  /**
   * The command line for these words. Where the first names a command on a store, no other command
   * is made, since making one takes as long as looking up a key.
   */
  static CommandLine line(Terminal terminal, String... arguments) {
    String name = arguments.length == 0 ? "" : arguments[0];
    Supplier<Object> command = new StoreCommands().commands(terminal).get(name);
    return command == null ? line(terminal) : line(Map.of(name, command));
  }

  private static Map<String, Supplier<Object>> commands(Terminal terminal) {
    Map<String, Supplier<Object>> others = new TreeMap<>();
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      others.putAll(provider.commands(terminal));
    }
    Map<String, Supplier<Object>> all = new StoreCommands().commands(terminal);
    all.putAll(others);
    return all;
  }

  private static CommandLine line(Map<String, Supplier<Object>> commands) {
    CommandLine line = new CommandLine(new MalkohaCommand());
    commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
    if (Boolean.getBoolean(SOURCE_TREE)) {
      line.getCommandSpec().usageMessage().footer(BUILT_LATER);
    }
    // A key may begin with any character: arguments are taken as they are.
    line.setExpandAtFiles(false);
    line.getCommandSpec().addOption(version());
    line.getCommandSpec().addOption(help());
    line.getSubcommands().values().forEach(MalkohaCommand::addHelp);
    if (commands.size() > 1) {
      line.addSubcommand("help", helpCommand());
    }
    return line;
  }

  /** picocli's command, which has its option for help, with a description that reads as ours do. */
  private static CommandLine helpCommand() {
    CommandLine help = new CommandLine(new CommandLine.HelpCommand());
    help.getCommandSpec()
        .usageMessage()
        .description("Show the help of a command.", "Without one: this list of all commands.");
    return help;
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
