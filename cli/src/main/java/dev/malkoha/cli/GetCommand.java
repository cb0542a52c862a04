package dev.malkoha.cli;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceReads;
import java.io.IOException;
import java.time.Instant;
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
      byte[] sought = bytes.parse(key);
      KeyspaceReads map = keyspace.of(db);
      byte[] value = map.get(sought);
      if (value == null) {
        terminal.tell("malkoha: not found");
        return ExitCode.NOT_FOUND;
      }
      tellExpiry(map, sought);
      if (raw) {
        terminal.out.write(value);
      } else {
        terminal.out.println(bytes.show(value));
      }
    }
    return ExitCode.OK;
  }

  private void tellExpiry(KeyspaceReads map, byte[] sought) {
    try (Cursor cursor = map.scan(KeyRange.closed(sought, sought))) {
      Instant expiry = cursor.next() ? cursor.expiry() : null;
      if (expiry != null) {
        terminal.tell("malkoha: expires " + expiry);
      }
    }
  }
}
