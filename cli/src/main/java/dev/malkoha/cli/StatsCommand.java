package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Keyspace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code stats}: shows what a store is like. */
@Command(
    name = "stats",
    description = {
      "Show a store's options, levels, filters and sizes.",
      "Of all keyspaces together, unless one is named."
    })
final class StatsCommand extends StoreCommand {

  @Mixin private InKeyspace keyspace = new InKeyspace();

  StatsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (Db db = openReadOnly()) {
      Keyspace only = keyspace.name() == null ? null : keyspace.of(db);
      terminal.out.println(
          only == null || only.name().equals("default")
              ? "options: " + db.storedOptions()
              : "options: " + only.options());
      DbStats stats = only == null ? db.stats() : only.stats();
      terminal.out.println(stats.toString().stripTrailing());
      db.problems().forEach(problem -> terminal.tell("malkoha: " + problem));
    }
    return ExitCode.OK;
  }
}
