package dev.malkoha.maps;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A walk through a view, which reads some entries at a time and holds nothing open between: so one
 * that is left leaks nothing.
 */
final class Walk<K, V, T> implements Iterator<T> {

  private static final int FIRST_ENTRIES = 8;
  private static final int ENTRIES_MAX = 512;
  private static final int BYTES_MAX = 1 << 16;

  private final MapView<K, V> view;
  private final @Nullable Function<Map.Entry<K, V>, T> whole;
  private final ArrayDeque<Found> ahead = new ArrayDeque<>();

  /** What was not read yet; null when there is nothing. */
  private @Nullable KeyRange rest;

  private int entries = FIRST_ENTRIES;
  private @Nullable K last;

  /** An entry as it was read. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(byte[] key, byte @Nullable [] value) {}

  private Walk(MapView<K, V> view, @Nullable Function<Map.Entry<K, V>, T> whole) {
    this.view = view;
    this.whole = whole;
    this.rest = view.range;
  }

  /** A walk through entries, and what a function makes of each. */
  static <K, V, T> Walk<K, V, T> entries(MapView<K, V> view, Function<Map.Entry<K, V>, T> made) {
    return new Walk<>(view, made);
  }

  /** A walk through keys, which reads no values. */
  static <K, V> Walk<K, V, K> keys(MapView<K, V> view) {
    return new Walk<>(view, null);
  }

  /** A walk for streams: how much comes is not known before. */
  static <T> Spliterator<T> spliterator(Iterator<T> walk, int traits) {
    return Spliterators.spliteratorUnknownSize(
        walk, traits | Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
  }

  @Override
  public boolean hasNext() {
    if (ahead.isEmpty() && rest != null) {
      rest = read(rest);
    }
    return !ahead.isEmpty();
  }

  /** Reads the next entries of a range, and gives what is left of it: null if nothing is. */
  private @Nullable KeyRange read(KeyRange range) {
    int bytes = 0;
    try (Cursor cursor = view.map.reads().scan(range)) {
      while (ahead.size() < entries && bytes < BYTES_MAX) {
        if (!(view.descends ? cursor.prev() : cursor.next())) {
          return null;
        }
        Found found = new Found(cursor.key(), whole == null ? null : cursor.value());
        bytes += found.key.length + (found.value == null ? 0 : found.value.length);
        ahead.add(found);
      }
    }
    entries = Math.min(ENTRIES_MAX, 4 * entries);
    byte[] reached = ahead.getLast().key;
    return range.intersect(view.descends ? KeyRange.below(reached) : KeyRange.above(reached));
  }

  @Override
  @SuppressWarnings("unchecked") // a walk through keys gives keys
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there is no further entry");
    }
    Found found = ahead.remove();
    K key = view.map.keys.decode(found.key);
    last = key;
    return whole == null || found.value == null
        ? (T) key
        : whole.apply(new LiveEntry<>(view, key, view.map.values.decode(found.value)));
  }

  @Override
  public void remove() {
    if (last == null) {
      throw new IllegalStateException("next() was not called since the last remove()");
    }
    view.map.delete(last);
    last = null;
  }

  /** An entry of a walk, whose value can be set. */
  private static final class LiveEntry<K, V> extends AbstractMap.SimpleEntry<K, V> {

    private static final long serialVersionUID = 1L;

    private final transient MapView<K, V> view;

    LiveEntry(MapView<K, V> view, K key, V value) {
      super(key, value);
      this.view = view;
    }

    @Override
    public V setValue(V value) {
      view.put(getKey(), value);
      return super.setValue(value);
    }
  }
}
