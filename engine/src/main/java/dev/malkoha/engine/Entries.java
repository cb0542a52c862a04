package dev.malkoha.engine;

import java.util.Iterator;
import java.util.Spliterators;
import java.util.Spliterators.AbstractSpliterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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
    return Spliterators.iterator(walk());
  }

  private Walk walk() {
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
    return StreamSupport.stream(walk(), false).onClose(this::close);
  }

  /** Ends the walk. May be called more than once. */
  @Override
  public void close() {
    cursor.close();
  }

  private final class Walk extends AbstractSpliterator<Entry> {
    private boolean ended;

    Walk() {
      super(Long.MAX_VALUE, ORDERED | DISTINCT | NONNULL);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Entry> action) {
      ended = ended || !(descends ? cursor.prev() : cursor.next());
      if (ended) {
        cursor.close();
      } else {
        action.accept(new Entry(cursor.key(), cursor.value()));
      }
      return !ended;
    }
  }
}
