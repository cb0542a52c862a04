package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import org.jspecify.annotations.Nullable;

/** A cursor over a walk. */
public final class StoreCursor implements Cursor {
  private enum Place {
    /** On no entry yet. */
    FRESH,
    BEFORE_FIRST,
    ON_ENTRY,
    AFTER_LAST,
    LOST
  }

  private final Store store;

  /** Those of the keyspace. It does not hold the reads, so that a closed one keeps no writes. */
  private final Counts counts;

  /** Null once it is closed. */
  private @Nullable Walk cursor;

  private final Handles.Handle handle;
  private Place place = Place.FRESH;

  StoreCursor(StoreReads reads, Walk cursor) {
    this.store = reads.store;
    this.counts = reads.tree.counts();
    this.cursor = cursor;
    this.handle = reads.handles.open(this, "cursor", cursor::close);
  }

  @Override
  public boolean next() {
    return switch (place) {
      case FRESH, BEFORE_FIRST -> first();
      case ON_ENTRY -> move(Walk::next, Place.AFTER_LAST);
      case AFTER_LAST, LOST -> stay();
    };
  }

  @Override
  public boolean prev() {
    return switch (place) {
      case FRESH, AFTER_LAST -> last();
      case ON_ENTRY -> move(Walk::prev, Place.BEFORE_FIRST);
      case BEFORE_FIRST, LOST -> stay();
    };
  }

  @Override
  public boolean first() {
    return find(Walk::first, Place.AFTER_LAST);
  }

  @Override
  public boolean last() {
    return find(Walk::last, Place.BEFORE_FIRST);
  }

  @Override
  public boolean seek(byte[] key) {
    Limits.checkKey(key);
    return find(visible -> visible.seek(key), Place.AFTER_LAST);
  }

  @Override
  public boolean seekForPrev(byte[] key) {
    byte[] limit = KeyRange.atMost(Limits.checkKey(key)).to();
    return find(
        visible -> limit == null ? visible.last() : visible.seekBelow(limit), Place.BEFORE_FIRST);
  }

  @Override
  public boolean valid() {
    use();
    return place == Place.ON_ENTRY;
  }

  @Override
  public byte[] key() {
    try { // by itself, so that nothing is allocated but the key
      return entry().copyKey();
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public byte[] value() {
    return StoreReads.held(this, entry()::copyValue);
  }

  @Override
  public @Nullable Instant expiry() {
    try { // by itself, too
      long expiry = entry().expiry();
      return expiry == Long.MAX_VALUE ? null : Instant.ofEpochMilli(expiry);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public MemorySegment keySegment() {
    Walk entry = entry();
    return StoreReads.held(
        this,
        () -> MemorySegment.ofArray(entry.keyBuffer()).asSlice(0, entry.keyLength()).asReadOnly());
  }

  @Override
  public MemorySegment valueSegment() {
    Walk entry = entry();
    return StoreReads.held(
        this,
        () ->
            MemorySegment.ofArray(entry.valueBuffer())
                .asSlice(entry.valueOffset(), entry.valueLength())
                .asReadOnly());
  }

  @Override
  public List<KeyRange> leftOut() {
    return use().leftOut();
  }

  private Walk entry() {
    Walk visible = use();
    if (place != Place.ON_ENTRY) {
      throw new IllegalStateException("the cursor is on no entry: move it first");
    }
    return visible;
  }

  /** What to move or to read, while this is reachable: else others may have its memory. */
  private Walk use() {
    Walk open = cursor;
    if (open == null) {
      throw new IllegalStateException("the cursor is closed");
    }
    store.checkOpen();
    return open;
  }

  private boolean find(Walk.Move move, Place ifNone) {
    long timed = store.observer().beginScan(counts);
    boolean found = move(move, ifNone);
    store.observer().end(Operation.SCAN, timed);
    return found;
  }

  private boolean move(Walk.Move move, Place ifNone) {
    Walk visible = use();
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

  @Override
  public void close() {
    cursor = null;
    handle.close(this);
  }
}
