package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code delete}: removes one entry. */
@Command(name = "delete", description = "Remove a key; removing an absent key is no error.")
final class DeleteCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(index = "1", paramLabel = "KEY", description = "The key to remove.")
  private String key = "";

  @Option(names = "--sync", description = "Return only when the removal survives a power cut.")
  private boolean sync;

  DeleteCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    byte[] keyBytes = bytes.parse(key);
    try (Db db = openExisting()) {
      keyspace.of(db).withDurability(sync ? Durability.SYNC : Durability.PROCESS).delete(keyBytes);
    }
    return ExitCode.OK;
  }
}
