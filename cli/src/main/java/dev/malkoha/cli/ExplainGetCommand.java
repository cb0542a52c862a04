package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain get}: tells the way of one look-up. */
@Command(
    name = "get",
    description = {
      "Tell the way of one look-up: memtables, each level, each filter's verdict, blocks read,",
      "bits checked. Exits with 0 whether the key is there or not."
    })
final class ExplainGetCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Parameters(index = "1", paramLabel = "KEY")
  private String key = "";

  ExplainGetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    byte[] keyBytes = bytes.parse(key);
    try (Db db = openReadOnly()) {
      terminal.out.print(db.explainGet(keyBytes));
    }
    return ExitCode.OK;
  }
}
