package dev.malkoha.engine;

import module java.base;

/**
 * The entries of a range in key order, or the other way round, at one moment of the store, for one
 * walk: by a for-each loop or as a stream. One thread.
 *
 * <p>Behind it is a {@link Cursor}, opened with it and closed at the end of the walk. A walk that
 * does not get there is to be ended by {@link #close}, best by try-with-resources; one that is
 * forgotten is closed when the garbage collector finds it, and a warning logged. At the latest it
 * ends with its store.
 */
public final class Entries implements Iterable<Entry>, AutoCloseable {

  private final Cursor cursor;
  private final boolean descends;
  private boolean taken;

  Entries(Cursor cursor, boolean descends) {
    this.cursor = cursor;
    this.descends = descends;
  }

  /**
   * The walk, which there is one of.
   *
   * @throws IllegalStateException the second time
   */
  @Override
  public Iterator<Entry> iterator() {
    if (taken) {
      throw new IllegalStateException("these entries are being walked already: ask for new ones");
    }
    taken = true;
    return new Walk();
  }

  /**
   * The walk as a sequential stream. Closing the stream closes these entries.
   *
   * @throws IllegalStateException if the walk has begun
   */
  public Stream<Entry> stream() {
    int traits = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), traits), false)
        .onClose(this::close);
  }

  /** Ends the walk. May be called more than once. */
  @Override
  public void close() {
    cursor.close();
  }

  private final class Walk implements Iterator<Entry> {

    /** Whether the cursor was moved to what is next. */
    private boolean moved;

    private boolean ended;

    @Override
    public boolean hasNext() {
      if (!moved && !ended) {
        moved = descends ? cursor.prev() : cursor.next();
        ended = !moved;
        if (ended) {
          cursor.close();
        }
      }
      return moved;
    }

    @Override
    public Entry next() {
      if (!hasNext()) {
        throw new NoSuchElementException("there is no further entry");
      }
      moved = false;
      return new Entry(cursor.key(), cursor.value());
    }
  }
}
