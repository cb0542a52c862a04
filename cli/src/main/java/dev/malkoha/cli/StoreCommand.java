package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;

/** The common part of every command on one store: the store's directory and a terminal. */
abstract class StoreCommand implements Callable<Integer> {

  final Terminal terminal;

  @Parameters(index = "0", paramLabel = "DIR", description = "The store's directory.")
  private Path directory = Path.of("");

  StoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  Path directory() {
    return directory;
  }

  /** Opens the store, making it where there is none; then it says so, as a path may be mistyped. */
  Db openOrCreate() {
    try {
      return openExisting();
    } catch (DbNotFoundException e) {
      Db made = Db.open(directory, DbOptions.defaults());
      terminal.tell("malkoha: made a new store in " + directory.toAbsolutePath());
      return made;
    }
  }

  /** Opens the store that must be there, and changes no file of it. */
  DbReader openReadOnly() {
    return Db.openReadOnly(directory, DbOptions.defaults());
  }

  /** Opens the store that must be there, with the options that it has. */
  Db openExisting() {
    return Db.openExisting(directory, DbOptions.defaults());
  }
}
