package dev.malkoha.engine.ingest;

import java.util.Iterator;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The entries that are to be sorted, each taken once. One thread: the caller's. */
final class Input {

  /** Entries after which the listener is told how many were read. */
  static final int TOLD_EVERY = 1 << 16;

  private final Iterator<? extends Map.Entry<byte[], byte[]>> entries;
  private final LongConsumer told;

  /** The entry that was read and not taken yet. */
  private Map.@Nullable Entry<byte[], byte[]> pending;

  private long read;

  /**
   * Creates one.
   *
   * @param told how many entries were read, now and then
   */
  Input(Iterator<? extends Map.Entry<byte[], byte[]>> entries, LongConsumer told) {
    this.entries = entries;
    this.told = told;
  }

  /** Entries read so far. */
  long read() {
    return read;
  }

  private Map.@Nullable Entry<byte[], byte[]> peek() {
    if (pending == null && entries.hasNext()) {
      pending = entries.next();
      read++;
      if (read % TOLD_EVERY == 0) {
        told.accept(read);
      }
    }
    return pending;
  }

  /** Adds entries to a buffer while there is room for them; tells whether more are left. */
  boolean fill(EntryBuffer buffer) {
    Map.Entry<byte[], byte[]> next = peek();
    while (next != null && buffer.add(next.getKey(), next.getValue())) {
      pending = null;
      next = peek();
    }
    return next != null;
  }
}
