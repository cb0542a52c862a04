package dev.malkoha.maps;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/** The keys of a view as a set. */
final class KeyView<K, V> extends AbstractSet<K> implements NavigableSet<K> {

  private final MapView<K, V> view;

  KeyView(MapView<K, V> view) {
    this.view = view;
  }

  private NavigableSet<K> of(NavigableMap<K, V> part) {
    return part.navigableKeySet();
  }

  @Override
  public Iterator<K> iterator() {
    return Walk.keys(view);
  }

  @Override
  public Spliterator<K> spliterator() {
    return Walk.spliterator(iterator(), Spliterator.DISTINCT);
  }

  @Override
  public Iterator<K> descendingIterator() {
    return descendingSet().iterator();
  }

  @Override
  public boolean contains(Object key) {
    return view.containsKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return view.remove(key) != null;
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

  @Override
  public Comparator<? super K> comparator() {
    return view.comparator();
  }

  @Override
  public K first() {
    return view.firstKey();
  }

  @Override
  public K last() {
    return view.lastKey();
  }

  @Override
  public @Nullable K lower(K key) {
    return view.lowerKey(key);
  }

  @Override
  public @Nullable K floor(K key) {
    return view.floorKey(key);
  }

  @Override
  public @Nullable K ceiling(K key) {
    return view.ceilingKey(key);
  }

  @Override
  public @Nullable K higher(K key) {
    return view.higherKey(key);
  }

  @Override
  public @Nullable K pollFirst() {
    return MapView.keyOf(view.pollFirstEntry());
  }

  @Override
  public @Nullable K pollLast() {
    return MapView.keyOf(view.pollLastEntry());
  }

  @Override
  public NavigableSet<K> descendingSet() {
    return of(view.descendingMap());
  }

  @Override
  public NavigableSet<K> subSet(K from, boolean fromInclusive, K to, boolean toInclusive) {
    return of(view.subMap(from, fromInclusive, to, toInclusive));
  }

  @Override
  public NavigableSet<K> headSet(K to, boolean inclusive) {
    return of(view.headMap(to, inclusive));
  }

  @Override
  public NavigableSet<K> tailSet(K from, boolean inclusive) {
    return of(view.tailMap(from, inclusive));
  }

  @Override
  public NavigableSet<K> subSet(K from, K to) {
    return subSet(from, true, to, false);
  }

  @Override
  public NavigableSet<K> headSet(K to) {
    return headSet(to, false);
  }

  @Override
  public NavigableSet<K> tailSet(K from) {
    return tailSet(from, true);
  }
}
