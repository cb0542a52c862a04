package dev.malkoha.engine.ingest;

import dev.malkoha.codec.Bytes;
import java.util.Map;

/**
 * The entries of a buffer that came in the order of their keys, and of the input after it those
 * that go on in that order. They stay where the caller has them. One thread.
 */
final class AscendingFeed extends ForwardCursor {

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
