package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code deleterange}: removes all entries of a range by one write. */
@Command(
    name = "deleterange",
    description = "Remove all keys from FROM (inclusive) to TO (exclusive), by one write.")
final class DeleteRangeCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(index = "1", paramLabel = "FROM", description = "The first key to go.")
  private String from = "";

  @Parameters(index = "2", paramLabel = "TO", description = "The first key after it to stay.")
  private String to = "";

  @Option(names = "--sync", description = "Return only when the removal survives a power cut.")
  private boolean sync;

  DeleteRangeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    byte[] first = bytes.parse(from);
    byte[] end = bytes.parse(to);
    try (Db db = openExisting()) {
      keyspace
          .of(db)
          .withDurability(sync ? Durability.SYNC : Durability.PROCESS)
          .deleteRange(first, end);
    }
    return ExitCode.OK;
  }
}
