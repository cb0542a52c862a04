package dev.malkoha.wal;

/**
 * A promise of a running log: from a position on it keeps its records, whatever is released, until
 * this is closed. Any thread.
 */
public final class LogHold implements AutoCloseable {

  private final LiveSegments live;
  private final long position;

  LogHold(LiveSegments live, long position) {
    this.live = live;
    this.position = position;
  }

  /** The records from this position on are kept. */
  public long position() {
    return position;
  }

  /** Lets go what has been released meanwhile. Closing it again does nothing. */
  @Override
  public void close() {
    live.end(this);
  }
}
