package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code compact}: rewrites a store into its best shape. */
@Command(
    name = "compact",
    description = {
      "Merge all tables, drop what is deleted or overwritten, and rebuild all filters.",
      "Of all keyspaces, unless one or a range is named; a range is of the default one then."
    })
final class CompactCommand extends StoreCommand {

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InRange range = new InRange();

  CompactCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    KeyRange wanted = range.of(bytes);
    try (Db db = openExisting()) {
      long before = db.stats().tableBytes();
      if (keyspace.name() == null && wanted.equals(KeyRange.all())) {
        db.compact();
      } else {
        keyspace.of(db).compact(wanted);
      }
      db.awaitIdle();
      terminal.out.println(
          String.format(
              Locale.ROOT,
              "compacted: %,d bytes of tables before, %,d after",
              before,
              db.stats().tableBytes()));
    }
    return ExitCode.OK;
  }
}
