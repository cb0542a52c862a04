package dev.malkoha.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The three streams of the process, and how it shows that it is at work. Text is UTF-8. */
public final class Terminal {

  /** Set by the launcher, because Java cannot ask whether standard error is a terminal. */
  private static final String STDERR_IS_TERMINAL = "malkoha.stderr.terminal";

  private static final int BUFFER_BYTES = 1 << 16;

  /** Standard input. */
  public final InputStream in;

  /** The output that another program may read; buffered. */
  public final PrintStream out;

  /** The output that only the person reads. */
  public final PrintStream err;

  /** How it is shown that a command is at work. */
  public final Progress progress;

  private final Output output;

  /** A terminal of the given streams. */
  Terminal(InputStream in, Output output, PrintStream err, Progress progress) {
    this.in = in;
    this.output = output;
    this.out =
        new PrintStream(
            new BufferedOutputStream(output, BUFFER_BYTES), false, StandardCharsets.UTF_8);
    this.err = err;
    this.progress = progress;
  }

  /** The process's own. */
  static Terminal ofProcess() {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    return new Terminal(
        System.in,
        new Output(new FileOutputStream(FileDescriptor.out), Output::isPipe),
        err,
        Boolean.getBoolean(STDERR_IS_TERMINAL) ? new ProgressBars(err) : Progress.SILENT);
  }

  /** Says something to the person, not to the program that reads the output. */
  public void tell(String line) {
    out.flush();
    err.println(line);
  }

  /** Whether output cannot be written any more: its reader has left, or the disk is full. */
  boolean closed() {
    return output.isLost();
  }

  /** Writes what is buffered, and says what a command ends with whose own code this is. */
  int end(int code) {
    out.flush();
    IOException failure = output.failure();
    if (failure == null) {
      return code;
    }
    err.println("malkoha: the output could not be written: " + failure.getMessage());
    return ExitCode.FAILURE;
  }
}
