package dev.malkoha.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
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

  /** What another program may read; buffered. */
  public final PrintStream out;

  /** What only the person reads. */
  public final PrintStream err;

  /** How it is shown that a command is at work. */
  public final Progress progress;

  /** A terminal of the given streams. */
  public Terminal(InputStream in, PrintStream out, PrintStream err, Progress progress) {
    this.in = in;
    this.out = out;
    this.err = err;
    this.progress = progress;
  }

  /** The process's own. Standard output is buffered and must be flushed at the end. */
  static Terminal ofProcess() {
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    return new Terminal(
        System.in,
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
            false,
            StandardCharsets.UTF_8),
        err,
        Boolean.getBoolean(STDERR_IS_TERMINAL) ? new ProgressBars(err) : Progress.SILENT);
  }

  /** Says something to the person, not to the program that reads the output. */
  public void tell(String line) {
    out.flush();
    err.println(line);
  }

  /** Whether nobody reads the output any more, as when it goes to {@code head}. */
  boolean closed() {
    return out.checkError();
  }
}
