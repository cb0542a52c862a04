package dev.malkoha.cli;

import dev.malkoha.engine.DbReader;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code get}: shows one value. */
@Command(
    name = "get",
    description = "Show the value of a key; exits with 1 and shows nothing if it is absent.")
final class GetCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(index = "1", paramLabel = "KEY", description = "The key to look up.")
  private String key = "";

  @Option(names = "--raw", description = "Write the value's bytes as they are, with no line end.")
  private boolean raw;

  GetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    try (DbReader db = openReadOnly()) {
      byte[] value = keyspace.of(db).get(bytes.parse(key));
      if (value == null) {
        terminal.tell("malkoha: not found");
        return ExitCode.NOT_FOUND;
      }
      if (raw) {
        terminal.out.write(value);
      } else {
        terminal.out.println(bytes.show(value));
      }
    }
    return ExitCode.OK;
  }
}
