package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code put}: writes one entry. */
@Command(name = "put", description = "Write one entry; makes the store where there is none.")
final class PutCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(
      index = "1",
      paramLabel = "KEY",
      description = "The key; of an entry that is there, the value is replaced.")
  private String key = "";

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "The value; without it, all of standard input as it is.")
  private @Nullable String value;

  @Option(names = "--sync", description = "Return only when the write survives a power cut.")
  private boolean sync;

  PutCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    byte[] keyBytes = bytes.parse(key);
    byte[] valueBytes = value == null ? terminal.in.readAllBytes() : bytes.parse(value);
    try (Db db = openOrCreate()) {
      keyspace
          .of(db)
          .withDurability(sync ? Durability.SYNC : Durability.PROCESS)
          .put(keyBytes, valueBytes);
    }
    return ExitCode.OK;
  }
}
