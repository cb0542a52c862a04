package dev.malkoha.engine.ingest;

import dev.malkoha.codec.Bytes;
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

  /** The next entry, if it was looked at. */
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

  /** The next entry, until it is taken; null if there is none. */
  Map.@Nullable Entry<byte[], byte[]> peek() {
    if (pending == null && entries.hasNext()) {
      pending = entries.next();
      read++;
      if (read % TOLD_EVERY == 0) {
        told.accept(read);
      }
    }
    return pending;
  }

  /** Goes past the entry that {@link #peek} shows. */
  void advance() {
    pending = null;
  }

  /** Whether there is more. */
  boolean hasMore() {
    return peek() != null;
  }

  /**
   * Adds entries to a buffer while there are any, and room for them; tells whether more are left.
   */
  boolean fill(EntryBuffer buffer) {
    Map.Entry<byte[], byte[]> next = peek();
    while (next != null && buffer.add(next.getKey(), next.getValue())) {
      advance();
      next = peek();
    }
    return next != null;
  }

  /**
   * The entries of a buffer that came in the order of their keys, and of the input after it those
   * that go on in that order. They stay where the caller has them. One thread.
   */
  static final class AscendingFeed extends ForwardCursor {

    private final EntryBuffer begin;
    private final Input input;
    private int position;

    /** A copy: the caller may use the same arrays for all entries. */
    private byte[] last = new byte[64];

    private int lastLength;

    AscendingFeed(EntryBuffer begin, Input input) {
      this.begin = begin;
      this.input = input;
    }

    @Override
    public void seekToFirst() {
      position = -1;
      next();
    }

    @Override
    public void next() {
      position++;
      if (position < begin.count()) {
        standOn(begin, position);
        if (position == begin.count() - 1) {
          keep(begin.key(position));
        }
      } else {
        goOn();
      }
    }

    private void goOn() {
      Map.Entry<byte[], byte[]> next = input.peek();
      if (next == null || !isBehindLast(next.getKey())) {
        invalidate();
        return;
      }
      byte[] key = next.getKey();
      byte[] value = next.getValue();
      input.advance();
      keep(key);
      standOnKey(Bytes.head(key, 0, key.length), key, 0, key.length);
      standOnEntry(TAG, value, 0, value.length);
    }

    private boolean isBehindLast(byte[] key) {
      return Bytes.compare(key, 0, key.length, last, 0, lastLength) > 0;
    }

    private void keep(byte[] key) {
      if (last.length < key.length) {
        last = new byte[Math.max(key.length, 2 * last.length)];
      }
      System.arraycopy(key, 0, last, 0, key.length);
      lastLength = key.length;
    }

    @Override
    public void close() {
      invalidate();
    }
  }
}
