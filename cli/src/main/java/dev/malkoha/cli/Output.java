package dev.malkoha.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream that keeps the failure of a write, as a {@link java.io.PrintStream} hides it. After a
 * failure it takes nothing more: what was written stays the beginning of the output.
 */
final class Output extends OutputStream {

  private static final int TYPE = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private final OutputStream to;
  private final BooleanSupplier isPipe;
  private @Nullable IOException failure;

  /** A stream to another, which is asked whether it is a pipe after a failure. */
  Output(OutputStream to, BooleanSupplier isPipe) {
    this.to = to;
    this.isPipe = isPipe;
  }

  /**
   * Whether the process writes to a pipe or a socket. A write to one fails if its reader has left;
   * the failure's message is in the language of the locale, and does not tell.
   */
  static boolean isPipe() {
    try {
      int mode = (Integer) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      return (mode & TYPE) == PIPE || (mode & TYPE) == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether a write has failed, for whatever reason. */
  boolean isLost() {
    return failure != null;
  }

  /** Why output is missing; null if none is, or if its reader has left. */
  @Nullable IOException failure() {
    return failure == null || isPipe.getAsBoolean() ? null : failure;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (failure != null) {
      throw new IOException("writing has failed before", failure);
    }
    try {
      to.write(bytes, from, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    if (failure == null) {
      to.flush();
    }
  }

  @Override
  public void close() throws IOException {
    to.close();
  }
}
