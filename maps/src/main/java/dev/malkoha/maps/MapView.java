package dev.malkoha.maps;

import dev.malkoha.engine.KeyRange;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A typed map, or a range of it, in either direction, as a map of the JDK. The range is one of
 * bytes; which keys it holds does not depend on the direction.
 */
final class MapView<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {

  final TypedMap<K, V> map;
  final KeyRange range;
  final boolean descends;

  MapView(TypedMap<K, V> map, KeyRange range, boolean descends) {
    this.map = map;
    this.range = range;
    this.descends = descends;
  }

  /** The first entry of a part of the view, in its direction. */
  private Map.@Nullable Entry<K, V> head(KeyRange part) {
    KeyRange within = range.intersect(part);
    return descends ? map.last(within) : map.first(within);
  }

  /** The last entry of a part of the view, in its direction. */
  private Map.@Nullable Entry<K, V> tail(KeyRange part) {
    KeyRange within = range.intersect(part);
    return descends ? map.first(within) : map.last(within);
  }

  /** The part of the store from a key on in the view's direction. */
  private KeyRange onward(K key, boolean inclusive) {
    return descends ? below(key, inclusive) : above(key, inclusive);
  }

  /** The part of the store up to a key in the view's direction. */
  private KeyRange backward(K key, boolean inclusive) {
    return descends ? above(key, inclusive) : below(key, inclusive);
  }

  private KeyRange above(K key, boolean inclusive) {
    return inclusive ? map.atLeast(key) : map.above(key);
  }

  private KeyRange below(K key, boolean inclusive) {
    return inclusive ? map.atMost(key) : map.below(key);
  }

  @SuppressWarnings("unchecked") // a key of another type fails in its codec, as Map allows
  private K key(Object key) {
    return (K) key;
  }

  boolean holds(K key) {
    return range.contains(map.bytes(key));
  }

  private K held(K key) {
    if (!holds(key)) {
      throw new IllegalArgumentException("the key is out of the range of the sub-map");
    }
    return key;
  }

  @Override
  public @Nullable V get(Object key) {
    return holds(key(key)) ? map.get(key(key)) : null;
  }

  @Override
  public boolean containsKey(Object key) {
    return holds(key(key)) && map.contains(key(key));
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, map.count(range));
  }

  @Override
  public boolean isEmpty() {
    return map.firstBytes(range) == null;
  }

  @Override
  public void clear() {
    map.deleteRange(range);
  }

  @Override
  public @Nullable V put(K key, V value) {
    return map.exchange(held(key), old -> true, Objects.requireNonNull(value, "value"));
  }

  @Override
  public @Nullable V remove(Object key) {
    return holds(key(key)) ? map.exchange(key(key), Objects::nonNull, null) : null;
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return map.exchange(held(key), Objects::isNull, Objects.requireNonNull(value, "value"));
  }

  @Override
  @SuppressWarnings("unchecked") // it is only compared
  public boolean remove(Object key, @Nullable Object value) {
    return holds(key(key)) && value != null && map.remove(key(key), (V) value);
  }

  @Override
  public boolean replace(K key, V expected, V value) {
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(value, "value");
    return holds(key) && map.compareAndSet(key, expected, value);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(value, "value");
    return holds(key) ? map.exchange(key, Objects::nonNull, value) : null;
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    for (K key : keySet()) {
      computeIfPresent(
          key, (k, old) -> Objects.requireNonNull(function.apply(k, old), "new value"));
    }
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    return map.update(held(key), old -> function.apply(key, old));
  }

  @Override
  public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    V present = map.get(held(key));
    return present != null
        ? present
        : map.update(key, old -> old != null ? old : function.apply(key));
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    return containsKey(key)
        ? map.update(key, old -> old == null ? null : function.apply(key, old))
        : null;
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(function, "function");
    return map.update(held(key), old -> old == null ? value : function.apply(old, value));
  }

  @Override
  public Comparator<? super K> comparator() {
    return descends ? map.keys.reversed() : map.keys;
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return head(range);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return tail(range);
  }

  @Override
  public Map.@Nullable Entry<K, V> lowerEntry(K key) {
    return tail(backward(key, false));
  }

  @Override
  public Map.@Nullable Entry<K, V> floorEntry(K key) {
    return tail(backward(key, true));
  }

  @Override
  public Map.@Nullable Entry<K, V> ceilingEntry(K key) {
    return head(onward(key, true));
  }

  @Override
  public Map.@Nullable Entry<K, V> higherEntry(K key) {
    return head(onward(key, false));
  }

  @Override
  public K firstKey() {
    return present(firstEntry()).getKey();
  }

  @Override
  public K lastKey() {
    return present(lastEntry()).getKey();
  }

  private static <T> T present(@Nullable T entry) {
    if (entry == null) {
      throw new NoSuchElementException("the map is empty");
    }
    return entry;
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return keyOf(lowerEntry(key));
  }

  @Override
  public @Nullable K floorKey(K key) {
    return keyOf(floorEntry(key));
  }

  @Override
  public @Nullable K ceilingKey(K key) {
    return keyOf(ceilingEntry(key));
  }

  @Override
  public @Nullable K higherKey(K key) {
    return keyOf(higherEntry(key));
  }

  static <K> @Nullable K keyOf(Map.@Nullable Entry<K, ?> entry) {
    return entry == null ? null : entry.getKey();
  }

  @Override
  public Map.@Nullable Entry<K, V> pollFirstEntry() {
    return poll(false);
  }

  @Override
  public Map.@Nullable Entry<K, V> pollLastEntry() {
    return poll(true);
  }

  private Map.@Nullable Entry<K, V> poll(boolean last) {
    Map.Entry<K, V> entry = last ? lastEntry() : firstEntry();
    while (entry != null && !map.remove(entry.getKey(), entry.getValue())) {
      entry = last ? lastEntry() : firstEntry();
    }
    return entry;
  }

  @Override
  public ConcurrentNavigableMap<K, V> descendingMap() {
    return new MapView<>(map, range, !descends);
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(
      K from, boolean fromInclusive, K to, boolean toInclusive) {
    if (Objects.requireNonNull(comparator()).compare(from, to) > 0) {
      throw new IllegalArgumentException("the first key of a sub-map is beyond its last one");
    }
    MapView<K, V> head = part(to, toInclusive, backward(to, toInclusive));
    MapView<K, V> tail = part(from, fromInclusive, onward(from, fromInclusive));
    return new MapView<>(map, head.range.intersect(tail.range), descends);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K to, boolean inclusive) {
    return part(to, inclusive, backward(to, inclusive));
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K from, boolean inclusive) {
    return part(from, inclusive, onward(from, inclusive));
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
    return subMap(from, true, to, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K to) {
    return headMap(to, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K from) {
    return tailMap(from, true);
  }

  /** The view of what is on one side of a key, which must not lie beyond this view's ends. */
  private MapView<K, V> part(K key, boolean inclusive, KeyRange side) {
    if (!(inclusive ? holds(key) : holdsOrEndsAt(key))) {
      throw new IllegalArgumentException("the key is out of the range of the sub-map");
    }
    return new MapView<>(map, range.intersect(side), descends);
  }

  private boolean holdsOrEndsAt(K key) {
    byte[] to = range.to();
    return Arrays.compareUnsigned(map.above(key).from(), range.from()) >= 0
        && (to == null || Arrays.compareUnsigned(map.bytes(key), to) <= 0);
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new EntryView<>(this);
  }

  @Override
  public NavigableSet<K> keySet() {
    return new KeyView<>(this);
  }

  @Override
  public NavigableSet<K> navigableKeySet() {
    return keySet();
  }

  @Override
  public NavigableSet<K> descendingKeySet() {
    return descendingMap().navigableKeySet();
  }

  @Override
  public Collection<V> values() {
    return new ValueView<>(this);
  }
}
