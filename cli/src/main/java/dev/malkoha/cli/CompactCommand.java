package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import picocli.CommandLine.Command;

/** {@code compact}: rewrites a store into its best shape. */
@Command(
    name = "compact",
    description = "Merge all tables, drop what is deleted or overwritten, and rebuild all filters.")
final class CompactCommand extends StoreCommand {

  CompactCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (Db db = openExisting()) {
      long before = db.stats().tableBytes();
      db.compact();
      db.awaitIdle();
      terminal.out.println(
          "compacted: %,d bytes of tables before, %,d after"
              .formatted(before, db.stats().tableBytes()));
    }
    return ExitCode.OK;
  }
}
