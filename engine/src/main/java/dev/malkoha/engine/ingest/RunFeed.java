package dev.malkoha.engine.ingest;

import dev.malkoha.engine.memtable.EntryKind;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An input as sorted runs, one after the other: each goes on for as long as the input's next
 * bufferful has no key that is not above all before. So a sorted input is one run.
 *
 * <p>A run is read by this cursor from its first entry to its last, with the number 0; of equal
 * keys the entry that came last comes first.
 */
final class RunFeed extends ForwardCursor {

  static final long TAG = EntryKind.tag(0, EntryKind.PUT);

  /** After so many entries it is told how many were read. */
  private static final int TOLD_EVERY = 1 << 16;

  private final Iterator<? extends Map.Entry<byte[], byte[]>> input;
  private final EntryBuffer buffer;
  private final LongConsumer told;

  /** What was taken from the input and found no room. */
  private Map.@Nullable Entry<byte[], byte[]> pending;

  /** The current entry of the buffer. */
  private int position;

  private long read;

  /**
   * Creates a feed that stands before its first run.
   *
   * @param told how many entries were read, now and then
   */
  RunFeed(
      Iterator<? extends Map.Entry<byte[], byte[]>> input, EntryBuffer buffer, LongConsumer told) {
    this.input = input;
    this.buffer = buffer;
    this.told = told;
  }

  /** Entries read from the input so far. */
  long read() {
    return read;
  }

  /** Whether there is another run, once the one before is read; it begins with what is buffered. */
  boolean hasRun() {
    if (position == buffer.count()) {
      fill();
    }
    return position < buffer.count();
  }

  /** Whether the run that begins may be all there is: its entries are sorted, or no more come. */
  boolean mayBeAll() {
    return buffer.isAscending() || (pending == null && !input.hasNext());
  }

  /** The least key that is buffered. */
  byte[] smallestKey() {
    return buffer.key(position);
  }

  /** The greatest key that is buffered. */
  byte[] largestKey() {
    return buffer.key(buffer.count() - 1);
  }

  private void fill() {
    buffer.clear();
    position = 0;
    while (pending != null || input.hasNext()) {
      Map.Entry<byte[], byte[]> next = pending == null ? take() : pending;
      pending = next;
      if (!buffer.add(next.getKey(), next.getValue())) {
        break;
      }
      pending = null;
    }
    buffer.sort();
  }

  private Map.Entry<byte[], byte[]> take() {
    Map.Entry<byte[], byte[]> next = input.next();
    read++;
    if (read % TOLD_EVERY == 0) {
      told.accept(read);
    }
    return next;
  }

  @Override
  public void seekToFirst() {
    stand();
  }

  @Override
  public void next() {
    position++;
    if (position < buffer.count()) {
      stand();
      return;
    }
    byte[] last = buffer.key(position - 1);
    leave();
    fill();
    if (buffer.count() > 0 && buffer.compareKey(0, last) > 0) {
      stand();
    }
  }

  private void stand() {
    byte[] bytes = buffer.bytes();
    int keyLength = buffer.keyLength(position);
    standOnKey(buffer.head(position), bytes, buffer.keyOffset(position), keyLength);
    standOnEntry(TAG, bytes, buffer.valueOffset(position), buffer.valueLength(position));
  }

  @Override
  public void close() {
    leave();
  }
}
