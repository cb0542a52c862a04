package dev.malkoha.cli;

import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbStats;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code keyspaces}: lists what keyspaces a store has. */
@Command(
    name = "keyspaces",
    description = {
      "List the keyspaces of a store.",
      "With each: entries of its tables, deletes and overwritten ones among them; bytes of its"
          + " tables; bytes in memory that are in no table yet."
    })
final class KeyspacesCommand extends StoreCommand {

  KeyspacesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (DbReader db = openReadOnly()) {
      terminal.out.println("%-24s %14s %16s %14s".formatted("name", "entries", "bytes", "memory"));
      for (String name : db.keyspaces()) {
        DbStats stats = db.keyspace(name).stats();
        terminal.out.println(
            String.format(
                Locale.ROOT,
                "%-24s %,14d %,16d %,14d",
                name,
                stats.entries(),
                stats.tableBytes(),
                stats.memTableBytes()));
      }
    }
    return ExitCode.OK;
  }
}
