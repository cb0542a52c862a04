package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain get}: tells the way of one look-up. */
@Command(
    name = "get",
    customSynopsis = {
      "malkoha explain get [-h] [--hex] [--keyspace=NAME] DIR KEY",
      "   or: malkoha explain DIR get [-h] [--hex] [--keyspace=NAME] KEY"
    },
    description = {
      "Tell the way of one look-up.",
      "Memtables, each level, each filter's verdict, blocks read, bits checked. Exits with 0"
          + " whether the key is there or not."
    })
final class ExplainGetCommand implements Callable<Integer> {

  private final ExplainCommand group;
  private final Terminal terminal;

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(
      arity = "1..2",
      paramLabel = "DIR KEY",
      hideParamSyntax = true,
      description = "The store's directory, and the key to look up.")
  private List<String> words = List.of();

  ExplainGetCommand(ExplainCommand group, Terminal terminal) {
    this.group = group;
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    byte[] key = bytes.parse(words.get(words.size() - 1));
    try (DbReader db = Db.openReadOnly(directory(), DbOptions.defaults())) {
      terminal.out.print(keyspace.of(db).explainGet(key));
    }
    return ExitCode.OK;
  }

  private Path directory() {
    Path inFront = group.directory();
    if (inFront != null && words.size() == 1) {
      return inFront;
    }
    if (inFront == null && words.size() == 2) {
      return Path.of(words.get(0));
    }
    throw new IllegalArgumentException("explain get wants one DIR and one KEY");
  }
}
