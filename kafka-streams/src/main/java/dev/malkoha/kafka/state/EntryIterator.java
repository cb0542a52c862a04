package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbException;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** The entries of a range in one direction, at the moment when it was asked for. */
final class EntryIterator implements KeyValueIterator<Bytes, byte[]> {

  private final Cursor cursor;
  private final boolean forward;
  private final StateErrors errors;

  /** Whether the cursor was moved to what is next; then it may be at its end. */
  private boolean moved;

  EntryIterator(Cursor cursor, boolean forward, StateErrors errors) {
    this.cursor = cursor;
    this.forward = forward;
    this.errors = errors;
  }

  @Override
  public boolean hasNext() {
    try {
      if (moved) {
        return cursor.valid();
      }
      boolean found = forward ? cursor.next() : cursor.prev();
      moved = true;
      return found;
    } catch (IllegalStateException e) {
      throw errors.closed(e);
    } catch (DbException e) {
      throw errors.failed("read", e);
    }
  }

  @Override
  public Bytes peekNextKey() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return Bytes.wrap(cursor.key());
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    KeyValue<Bytes, byte[]> entry = new KeyValue<>(Bytes.wrap(cursor.key()), cursor.value());
    moved = false;
    return entry;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
