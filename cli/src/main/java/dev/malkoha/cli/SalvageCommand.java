package dev.malkoha.cli;

import dev.malkoha.tools.SalvageOptions;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.tools.StoreTools;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code salvage}: makes a new store of what can be verified in a damaged one. */
@Command(
    name = "salvage",
    description = {
      "Make a new store of all that can be verified in a damaged one, which stays as it is.",
      "Exit with 3 if anything may be lost; the report says in which ranges of keys."
    })
final class SalvageCommand extends StoreCommand {

  private static final List<String> FORMATS = List.of("table", "json");

  @Parameters(index = "1", paramLabel = "NEW", description = "The new store's directory.")
  private Path to = Path.of("");

  @Option(
      names = "--keyspace",
      paramLabel = "NAME",
      defaultValue = "default",
      description = "Whose tables are that do not tell: those of stores of format 7 and before.")
  private String unnamed = "default";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default) for people, json for programs.")
  private String format = "table";

  SalvageCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (!FORMATS.contains(format)) {
      throw new IllegalArgumentException("--format " + format + ": it must be table or json");
    }
    SalvageReport report;
    try (Progress.Task task = terminal.progress.start("saving", -1)) {
      long[] shown = {0};
      SalvageOptions options =
          SalvageOptions.defaults()
              .withUnnamed(unnamed)
              .withProgress(
                  entries -> {
                    task.advance(entries - shown[0]);
                    shown[0] = entries;
                  });
      report = StoreTools.salvage(directory(), to, options);
    }
    terminal.out.print(format.equals("json") ? report.toJson() : report);
    return report.isComplete() ? ExitCode.OK : ExitCode.CORRUPTION;
  }
}
