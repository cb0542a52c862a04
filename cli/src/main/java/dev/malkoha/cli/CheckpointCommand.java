package dev.malkoha.cli;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.CheckpointOptions;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbLockedException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code checkpoint}: takes a consistent copy of a store that nobody has open. */
@Command(
    name = "checkpoint",
    description = {
      "Take a checkpoint of a store: a copy that is a store by itself.",
      "It shares files with the store by hard links where the file system allows, and copies the"
          + " others. A program that"
          + " has the store open takes one while it goes on, by Db.checkpoint."
    })
final class CheckpointCommand extends StoreCommand {

  @Parameters(
      index = "1",
      paramLabel = "TO",
      description =
          "The checkpoint's directory: absent, empty, or what a checkpoint cut short has left.")
  private Path to = Path.of("");

  @Option(
      names = "--verify",
      description = "Read all files first, and exit with 3 if one is damaged.")
  private boolean verify;

  CheckpointCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    long begin = System.nanoTime();
    try (Db db = open()) {
      CheckpointOptions options =
          verify ? CheckpointOptions.verify() : CheckpointOptions.defaults();
      Checkpoint taken = db.checkpoint(to, options);
      double seconds = (System.nanoTime() - begin) / 1e9;
      terminal.out.println(
          String.format(
              Locale.ROOT,
              "checkpoint of write %,d: %s, in %.2f s",
              taken.sequence(),
              RestoreCommand.describe(taken.work()),
              seconds));
    }
    return ExitCode.OK;
  }

  private Db open() {
    try {
      return openExisting();
    } catch (DbLockedException e) {
      throw new DbLockedException(
          e.getMessage() + ", or have it take the checkpoint: Db.checkpoint", e);
    }
  }
}
