package dev.malkoha.cli;

import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceReads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code count}: shows how many keys there are. */
@Command(name = "count", description = "Show how many keys there are, or how many of a range.")
final class CountCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Mixin private InRange range = new InRange();

  @Option(
      names = "--estimate",
      description = "About how many, from the tables' indexes: at once, however many there are.")
  private boolean estimate;

  CountCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    KeyRange wanted = range.of(bytes);
    try (DbReader db = openReadOnly()) {
      KeyspaceReads map = keyspace.of(db);
      terminal.out.println(estimate ? map.estimate(wanted) : map.count(wanted));
    }
    return ExitCode.OK;
  }
}
