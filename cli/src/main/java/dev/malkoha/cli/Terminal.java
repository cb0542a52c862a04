package dev.malkoha.cli;

import dev.malkoha.bench.Progress;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The three streams of the process, and how it shows that it is at work. Text is UTF-8. */
final class Terminal {

  /** Set by the launcher, because Java cannot ask whether standard error is a terminal. */
  private static final String STDERR_IS_TERMINAL = "malkoha.stderr.terminal";

  private static final int BUFFER_BYTES = 1 << 16;

  final InputStream in;
  final PrintStream out;
  final PrintStream err;
  final Progress progress;

  Terminal(InputStream in, PrintStream out, PrintStream err, Progress progress) {
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
  void tell(String line) {
    out.flush();
    err.println(line);
  }

  /** Whether nobody reads the output any more, as when it goes to {@code head}. */
  boolean closed() {
    return out.checkError();
  }
}
