package dev.malkoha.wal;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The state that ends a log's life: open, until the first failure or the close, whichever is first.
 * It never opens again, because after a failed write or force nobody knows what is on the device.
 */
final class Seal {

  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  /** Passes while the log is usable. */
  void check() throws IOException {
    Throwable first = failure;
    if (first != null) {
      throw sealed(first);
    }
    if (closed) {
      throw new IllegalStateException("the log is closed");
    }
  }

  /** Records a failure, and returns what to throw for it. */
  synchronized IOException close(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    return sealed(cause);
  }

  /** Ends use without a failure. */
  synchronized void close() {
    closed = true;
  }

  boolean isSealed() {
    return failure != null;
  }

  boolean isClosed() {
    return closed;
  }

  private static IOException sealed(Throwable cause) {
    return new IOException(
        "the log is sealed: a write or force failed, so what is durable is unknown until the log is"
            + " reopened ("
            + Objects.requireNonNullElse(cause.getMessage(), cause)
            + ")",
        cause);
  }
}
