package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code compact}: rewrites a store into its best shape. */
@Command(
    name = "compact",
    description = {
      "Merge all tables, drop what is deleted or overwritten, and rebuild all filters.",
      "Of all keyspaces, unless one is named."
    })
final class CompactCommand extends StoreCommand {

  @Mixin private InKeyspace keyspace = new InKeyspace();

  CompactCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (Db db = openExisting()) {
      Keyspace only = keyspace.name() == null ? null : keyspace.of(db);
      long before = db.stats().tableBytes();
      if (only == null) {
        db.compact();
      } else {
        only.compact();
      }
      db.awaitIdle();
      terminal.out.println(
          "compacted: %,d bytes of tables before, %,d after"
              .formatted(before, db.stats().tableBytes()));
    }
    return ExitCode.OK;
  }
}
