package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbReader;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code drop}: removes a keyspace with all that is in it. */
@Command(
    name = "drop",
    description = {
      "Drop a keyspace with all that is in it, for good.",
      "Without --yes it says what would be dropped and exits with 2."
    })
final class DropCommand extends StoreCommand {

  @Parameters(index = "1", paramLabel = "NAME", description = "The keyspace to drop.")
  private String name = "";

  @Option(
      names = {"-y", "--yes"},
      description = "Really drop it.")
  private boolean yes;

  DropCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (!yes) {
      refuse();
    }
    try (Db db = openExisting()) {
      InKeyspace.require(db, name);
      db.dropKeyspace(name);
    }
    return ExitCode.OK;
  }

  private void refuse() {
    try (DbReader db = openReadOnly()) {
      InKeyspace.require(db, name);
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "this would drop the keyspace '%s' with %,d entries in tables; say --yes to do so",
              name,
              db.keyspace(name).stats().entries()));
    }
  }
}
