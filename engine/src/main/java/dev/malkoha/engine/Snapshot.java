package dev.malkoha.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A moment of the store that reads can refer to until it is closed. Any thread.
 *
 * <p>An open snapshot keeps what it sees on disk, also what has been deleted or overwritten since.
 */
public final class Snapshot implements AutoCloseable {

  private final Db db;
  private final long sequence;
  private final AtomicBoolean closed = new AtomicBoolean();

  Snapshot(Db db, long sequence) {
    this.db = db;
    this.sequence = sequence;
  }

  /** The number of the last write that the snapshot sees; 0 before the first. */
  public long sequence() {
    return sequence;
  }

  long sequenceIn(Db user) {
    if (closed.get()) {
      throw new IllegalStateException("the snapshot is closed");
    }
    if (user != db) {
      throw new IllegalArgumentException("the snapshot belongs to another store");
    }
    return sequence;
  }

  /** Lets go of the moment. May be called more than once, and after the store was closed. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      db.closeSnapshot(sequence);
    }
  }
}
