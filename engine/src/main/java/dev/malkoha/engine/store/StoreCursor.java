package dev.malkoha.engine.store;

import dev.malkoha.engine.read.VisibleCursor;
import dev.malkoha.engine.version.Version;

/** A cursor and the version it holds until it is closed. One thread. */
public final class StoreCursor {

  private final StoreReader reader;
  private final VisibleCursor cursor;
  private final Version version;
  private boolean closed;

  StoreCursor(StoreReader reader, VisibleCursor cursor, Version version) {
    this.reader = reader;
    this.cursor = cursor;
    this.version = version;
  }

  /**
   * The cursor, for one use.
   *
   * @throws IllegalStateException if this or the store is closed
   */
  public VisibleCursor use() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
    reader.checkOpen();
    return cursor;
  }

  /** Lets go of the version. May be called more than once. */
  public void close() {
    if (!closed) {
      closed = true;
      cursor.close();
      version.release();
    }
  }
}
