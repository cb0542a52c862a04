package dev.malkoha.engine;

import dev.malkoha.engine.tree.Pin;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A moment of the store that reads can refer to until it is closed. Any thread.
 *
 * <p>An open snapshot keeps what it sees on disk, also what has been deleted or overwritten since.
 * One that is forgotten is closed when the garbage collector finds it, and a warning logged.
 */
public final class Snapshot implements AutoCloseable {

  private final Db db;
  private final Pin pin;
  private final Handles.Handle handle;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Creates a snapshot of a moment that is held for it. */
  Snapshot(Db db, Pin pin, Handles handles) {
    this.db = db;
    this.pin = pin;
    this.handle = handles.open(this, "snapshot", pin.release());
  }

  /** The number of the last write that the snapshot sees; 0 before the first. */
  public long sequence() {
    return pin.sequence();
  }

  /** For a read during which the caller keeps this snapshot reachable. */
  Pin pinIn(Db user) {
    if (closed.get()) {
      throw new IllegalStateException("the snapshot is closed");
    }
    if (user != db) {
      throw new IllegalArgumentException("the snapshot belongs to another store");
    }
    return pin;
  }

  /** Lets go of the moment. May be called more than once, and after the store was closed. */
  @Override
  public void close() {
    try {
      if (closed.compareAndSet(false, true)) {
        handle.close();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }
}
