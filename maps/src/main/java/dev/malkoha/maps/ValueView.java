package dev.malkoha.maps;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;

/** The values of a view, in the order of its keys. */
final class ValueView<V> extends AbstractCollection<V> {

  private final MapView<?, V> view;

  ValueView(MapView<?, V> view) {
    this.view = view;
  }

  @Override
  public Iterator<V> iterator() {
    return Walk.entries(view, Map.Entry::getValue);
  }

  @Override
  public Spliterator<V> spliterator() {
    return Walk.spliterator(iterator(), 0);
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
