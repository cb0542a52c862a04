package dev.malkoha.cli;

import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.OpenStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code stats}: shows what a store is like. */
@Command(
    name = "stats",
    description = {
      "Show a store's options, levels, filters and sizes.",
      "Of all keyspaces together, unless one is named."
    },
    footer = {
      "",
      "With --format json or prometheus it prints the metrics alone, for programs; what each",
      "means is said beside it. Counts are of this process, which has just opened the store."
    })
final class StatsCommand extends StoreCommand {

  private static final List<String> FORMATS = List.of("table", "json", "prometheus");

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "table (default), json or prometheus.")
  private String format = "table";

  StatsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (!FORMATS.contains(format)) {
      throw new IllegalArgumentException(
          "there is no format \"" + format + "\": use one of " + String.join(", ", FORMATS));
    }
    try (DbReader db = openReadOnly()) {
      KeyspaceReads only = keyspace.name() == null ? null : keyspace.of(db);
      DbStats stats = only == null ? db.stats() : only.stats();
      print(stats, options(db, only));
      db.problems().forEach(problem -> terminal.tell("malkoha: " + problem));
    }
    return ExitCode.OK;
  }

  private void print(DbStats stats, Object options) {
    switch (format) {
      case "json" -> terminal.out.print(stats.toJson());
      case "prometheus" -> terminal.out.print(stats.toPrometheus());
      default -> {
        terminal.out.println("options: " + options);
        terminal.out.println(stats.toString().stripTrailing());
      }
    }
  }

  private static Object options(OpenStore db, @Nullable KeyspaceReads only) {
    return only == null || only.name().equals("default") ? db.storedOptions() : only.options();
  }
}
