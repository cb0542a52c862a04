package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.DbException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.IExitCodeGenerator;

/** The entry of the process: runs one command and exits with its code. */
public final class Main {

  /** Held here because a logger that nobody holds forgets its level. */
  private static final Logger ENGINE_LOG = Logger.getLogger("dev.malkoha");

  /** Java's sign for a byte that is no text in the locale: two arguments may become one. */
  private static final char REPLACEMENT = '\uFFFD';

  private Main() {}

  /** Runs the command that the arguments name. */
  public static void main(String[] arguments) {
    ENGINE_LOG.setLevel(Level.WARNING);
    Terminal terminal = Terminal.ofProcess();
    System.exit(run(terminal, arguments));
  }

  /** Runs a command on the given streams, and says what to exit with. */
  static int run(Terminal terminal, String... arguments) {
    if (Arrays.stream(arguments).anyMatch(word -> word.indexOf(REPLACEMENT) >= 0)) {
      terminal.tell(
          "malkoha: an argument is not text in this locale; take one of UTF-8, such as"
              + " LC_ALL=C.UTF-8, or write a key or value in hexadecimal with --hex");
      return terminal.end(ExitCode.USAGE);
    }
    CommandLine line = MalkohaCommand.line(terminal, arguments);
    line.setOut(new PrintWriter(terminal.out, true, UTF_8));
    line.setErr(new PrintWriter(terminal.err, true, UTF_8));
    line.setParameterExceptionHandler((mistake, words) -> Mistake.tell(terminal, mistake));
    line.setExecutionExceptionHandler((failure, at, parsed) -> failed(terminal, failure));
    return terminal.end(line.execute(arguments));
  }

  private static int failed(Terminal terminal, Exception failure) {
    terminal.tell("malkoha: " + failure.getMessage());
    boolean expected =
        failure instanceof DbException
            || failure instanceof IOException
            || failure instanceof IllegalArgumentException
            || failure instanceof IExitCodeGenerator;
    if (!expected) {
      failure.printStackTrace(terminal.err);
    }
    return ExitCode.of(failure);
  }
}
