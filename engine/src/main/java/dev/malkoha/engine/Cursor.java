package dev.malkoha.engine;

import dev.malkoha.engine.observe.Operation;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the keys of a range in order, in both directions, at one moment of the store.
 *
 * <p>It starts before the first entry: {@link #next} moves there, {@link #prev} to the last one.
 * Every move says whether it found an entry; where it did not, the walk has ended on that side, and
 * the opposite move leads back to the outermost entry. After a move that threw, the place is lost:
 * {@link #first}, {@link #last} or {@link #seek} finds a new one, and nothing pretends to be an
 * end. Used by one thread. An open cursor keeps the files it reads; close it soon. One that is
 * forgotten is closed when the garbage collector finds it, and a warning logged.
 */
public final class Cursor implements AutoCloseable {

  private enum Place {
    BEFORE_FIRST,
    ON_ENTRY,
    AFTER_LAST,
    LOST
  }

  private interface Move {
    boolean make(Walk cursor) throws IOException;
  }

  private final Store store;

  /** Null once it is closed. */
  private @Nullable Walk cursor;

  private final Handles.Handle handle;
  private Place place = Place.BEFORE_FIRST;

  /** Whether nothing was moved yet, so that going back begins at the end. */
  private boolean fresh = true;

  Cursor(Store store, Walk cursor, Handles handles) {
    this.store = store;
    this.cursor = cursor;
    this.handle = handles.open(this, "cursor", cursor::close);
  }

  /** Moves to the next entry: to the first one at the beginning. */
  public boolean next() {
    return switch (place) {
      case BEFORE_FIRST -> first();
      case ON_ENTRY -> move(Walk::next, Place.AFTER_LAST);
      case AFTER_LAST, LOST -> stay();
    };
  }

  /** Moves to the entry before: to the last one at the beginning, or behind the last. */
  public boolean prev() {
    if (fresh || place == Place.AFTER_LAST) {
      return last();
    }
    return place == Place.ON_ENTRY ? move(Walk::prev, Place.BEFORE_FIRST) : stay();
  }

  /** Moves to the first entry of the range. */
  public boolean first() {
    return find(Walk::first, Place.AFTER_LAST);
  }

  /** Moves to the last entry of the range. */
  public boolean last() {
    return find(Walk::last, Place.BEFORE_FIRST);
  }

  /** Moves to the first entry of the range whose key is at or above the given one. */
  public boolean seek(byte[] key) {
    Limits.checkKey(key);
    return find(visible -> visible.seek(key), Place.AFTER_LAST);
  }

  /** Whether the cursor is on an entry. */
  public boolean valid() {
    use();
    return place == Place.ON_ENTRY;
  }

  /**
   * The entry's key, as a fresh array.
   *
   * @throws IllegalStateException if the cursor is on no entry
   */
  public byte[] key() {
    Walk entry = entry();
    return Arrays.copyOf(entry.keyBuffer(), entry.keyLength());
  }

  /** The entry's value, as a fresh array. */
  public byte[] value() {
    return read(Walk::copyValue);
  }

  /** The entry's key without a copy: read-only, and valid until the cursor moves. */
  public MemorySegment keySegment() {
    Walk entry = entry();
    return MemorySegment.ofArray(entry.keyBuffer()).asSlice(0, entry.keyLength()).asReadOnly();
  }

  /** The entry's value without a copy: read-only, and valid until the cursor moves. */
  public MemorySegment valueSegment() {
    return read(
        entry ->
            MemorySegment.ofArray(entry.valueBuffer())
                .asSlice(entry.valueOffset(), entry.valueLength())
                .asReadOnly());
  }

  /** What is read of an entry only when it is asked for. */
  private interface Part<T> {
    T of(Walk entry) throws IOException;
  }

  private <T> T read(Part<T> part) {
    try {
      return part.of(entry());
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(this); // else its files might be closed in the middle
    }
  }

  private Walk entry() {
    Walk visible = use();
    if (place != Place.ON_ENTRY) {
      throw new IllegalStateException("the cursor is on no entry: move it first");
    }
    return visible;
  }

  /** What to move; from its buffers, which stay, one may read even if this is forgotten. */
  private Walk use() {
    Walk open = cursor;
    if (open == null) {
      throw new IllegalStateException("the cursor is closed");
    }
    store.checkOpen();
    return open;
  }

  private boolean find(Move move, Place ifNone) {
    long timed = store.latencies().begin(Operation.SCAN);
    boolean found = move(move, ifNone);
    store.latencies().end(Operation.SCAN, timed);
    return found;
  }

  private boolean move(Move move, Place ifNone) {
    Walk visible = use();
    fresh = false;
    place = Place.LOST;
    try {
      boolean found = move.make(visible);
      place = found ? Place.ON_ENTRY : ifNone;
      return found;
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(this); // else its files might be closed in the middle
    }
  }

  /** A move beyond an end that was reached before. */
  private boolean stay() {
    use();
    if (place == Place.LOST) {
      throw new IllegalStateException("the last move failed: seek, or go to the first or last");
    }
    return false;
  }

  boolean isClosed() {
    return cursor == null;
  }

  /** Lets go of the files. May be called more than once. */
  @Override
  public void close() {
    try {
      cursor = null;
      handle.close();
    } finally {
      Reference.reachabilityFence(this);
    }
  }
}
