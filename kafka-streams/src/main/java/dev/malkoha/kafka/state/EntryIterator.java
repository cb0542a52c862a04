package dev.malkoha.kafka.state;

import dev.malkoha.engine.Cursor;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/** The entries of a range in one direction, at the moment when it was asked for. */
class EntryIterator implements KeyValueIterator<Bytes, byte[]> {

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
    return errors.reading(this::isOnNext);
  }

  private boolean isOnNext() {
    if (moved) {
      return cursor.valid();
    }
    boolean found = forward ? cursor.next() : cursor.prev();
    moved = true;
    return found;
  }

  @Override
  public Bytes peekNextKey() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return Bytes.wrap(errors.reading(cursor::key));
  }

  @Override
  public KeyValue<Bytes, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    KeyValue<Bytes, byte[]> entry = errors.reading(this::entry);
    moved = false;
    return entry;
  }

  private KeyValue<Bytes, byte[]> entry() {
    return new KeyValue<>(Bytes.wrap(cursor.key()), cursor.value());
  }

  @Override
  public void close() {
    cursor.close();
  }
}
