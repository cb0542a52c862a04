package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import picocli.CommandLine.Command;

/** {@code stats}: shows what a store is like. */
@Command(name = "stats", description = "Show a store's options, levels, filters and sizes.")
final class StatsCommand extends StoreCommand {

  StatsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (Db db = openReadOnly()) {
      terminal.out.println("options: " + db.storedOptions());
      terminal.out.println(db.stats().toString().stripTrailing());
      db.problems().forEach(problem -> terminal.tell("malkoha: " + problem));
    }
    return ExitCode.OK;
  }
}
