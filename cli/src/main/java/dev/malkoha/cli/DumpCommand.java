package dev.malkoha.cli;

import dev.malkoha.engine.DbException;
import dev.malkoha.tools.StoreTools;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code dump}: shows files of a store as text. */
@Command(
    name = "dump",
    description = {
      "Show log, manifest and table files as text, keys in hexadecimal.",
      "Changes nothing. DIR may also be one file. Without FILE: all files of the store, or with --keyspace the tables and"
          + " sidecars of one keyspace. A file that is damaged is shown as"
          + " far as it goes."
    })
final class DumpCommand extends StoreCommand {

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Names of files in the store's directory.")
  private List<String> files = List.of();

  DumpCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (directory().toFile().isFile()) {
      return one();
    }
    int code = ExitCode.OK;
    for (String name : files.isEmpty() ? allFiles() : files) {
      Path file = directory().resolve(name);
      if (!file.toFile().isFile() && files.isEmpty()) {
        continue; // somebody writes to the store, and has given the file up meanwhile
      }
      if (!file.toFile().isFile()) {
        throw new IllegalArgumentException("there is no file " + file);
      }
      code = Math.max(code, show(file));
    }
    return code;
  }

  private int one() {
    if (!files.isEmpty() || keyspace.name() != null) {
      throw new IllegalArgumentException(
          directory() + " is a file, so it has none of that; name the store's directory");
    }
    return show(directory());
  }

  private int show(Path file) {
    terminal.out.println("== " + file.getFileName());
    try {
      StoreTools.dump(file, terminal.out);
      return ExitCode.OK;
    } catch (DbException e) {
      if (files.isEmpty() && !file.toFile().isFile()) {
        return ExitCode.OK;
      }
      terminal.tell("malkoha: " + e.getMessage());
      return ExitCode.of(e);
    }
  }

  /** All files but the lock file, which says who has the store open. */
  private List<String> allFiles() {
    String only = keyspace.name();
    if (only != null) {
      return StoreTools.files(directory(), only);
    }
    File[] inside =
        directory().toFile().listFiles(file -> file.isFile() && !file.getName().equals("LOCK"));
    if (inside == null) {
      throw new IllegalArgumentException("there is no directory " + directory());
    }
    return Arrays.stream(inside).map(File::getName).sorted().toList();
  }
}
