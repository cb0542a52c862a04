package dev.malkoha.cli;

import dev.malkoha.engine.Checkpoint;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restore}: makes a store of a checkpoint. */
@Command(
    name = "restore",
    description = {
      "Make a store of a checkpoint, and exit with 3 if the checkpoint is damaged.",
      "All of its files are checked before anything is made. It stays as it is."
    })
final class RestoreCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "CHECKPOINT", description = "The checkpoint's directory.")
  private Path checkpoint = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "TO",
      description = "The store's directory: absent, empty, or what a restore cut short has left.")
  private Path to = Path.of("");

  RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    long begin = System.nanoTime();
    long sequence = Checkpoint.read(checkpoint).sequence();
    Checkpoint.Work work = Checkpoint.restore(checkpoint, to);
    double seconds = (System.nanoTime() - begin) / 1e9;
    terminal.out.println(
        String.format(
            Locale.ROOT,
            "restored up to write %,d: %s, in %.2f s",
            sequence,
            describe(work),
            seconds));
    return ExitCode.OK;
  }

  /** The time it took, in words. */
  static String describe(Checkpoint.Work work) {
    return String.format(
        Locale.ROOT,
        "%,d files linked, %,d copied (%,d bytes)",
        work.filesLinked(),
        work.filesCopied(),
        work.bytesCopied());
  }
}
