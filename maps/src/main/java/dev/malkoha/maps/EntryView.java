package dev.malkoha.maps;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/** The entries of a view as a set. */
final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {

  private final MapView<K, V> view;

  EntryView(MapView<K, V> view) {
    this.view = view;
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return Walk.entries(view, entry -> entry);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    return Walk.spliterator(iterator(), Spliterator.DISTINCT);
  }

  @Override
  public boolean contains(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && entry.getKey() != null
        && entry.getValue() != null
        && Objects.deepEquals(view.get(entry.getKey()), entry.getValue());
  }

  @Override
  public boolean remove(@Nullable Object other) {
    return other instanceof Map.Entry<?, ?> entry
        && entry.getKey() != null
        && view.remove(entry.getKey(), entry.getValue());
  }

  @Override
  public int size() {
    return view.size();
  }

  @Override
  public boolean isEmpty() {
    return view.isEmpty();
  }

  @Override
  public void clear() {
    view.clear();
  }
}
