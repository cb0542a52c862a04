package dev.malkoha.maps;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.WriteBatch;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map of typed keys and values over a keyspace, or over a store's default map. It is a
 * light view, has no state of its own, and needs not be closed.
 *
 * <p>Any number of threads may use it at once. Writes are atomic, and survive what the map that it
 * is made of says. The codecs are not stored: always give the same ones to a keyspace. Values that
 * are compared are decoded and compared by {@code equals}, arrays by their contents.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TypedMap<K, V> extends TypedReads<K, V> {

  private final KeyValueMap map;

  private TypedMap(KeyValueMap map, KeyCodec<K> keys, Codec<V> values) {
    super(map, keys, values);
    this.map = map;
  }

  /** A keyspace, or a store's default map, by codecs of its keys and values. */
  public static <K, V> TypedMap<K, V> of(KeyValueMap map, KeyCodec<K> keys, Codec<V> values) {
    return new TypedMap<>(map, keys, values);
  }

  /** The map as it was when a snapshot was taken. */
  public TypedReads<K, V> at(Snapshot snapshot) {
    return new TypedReads<>(snapshot.in(map), keys, values);
  }

  /** The map in a transaction. */
  public TypedTransactionMap<K, V> in(Transaction transaction) {
    return new TypedTransactionMap<>(transaction.in(map), keys, values);
  }

  /** Sets a key's value. */
  public void put(K key, V value) {
    map.put(bytes(key), values.encode(value));
  }

  /**
   * Sets a key's value, which expires after a time: from then on the key is absent.
   *
   * @param timeToLive 1 ms to 36,500 days; it goes before what the keyspace's options say
   * @throws IllegalArgumentException if it is out of its range; nothing is written
   */
  public void put(K key, V value, Duration timeToLive) {
    map.put(bytes(key), values.encode(value), timeToLive);
  }

  /**
   * Sets a key's value by a batch.
   *
   * @param batch where this is a store's default map, not one that {@link WriteBatch#in} gave
   */
  public void put(WriteBatch batch, K key, V value) {
    mine(batch).put(bytes(key), values.encode(value));
  }

  /**
   * Sets a key's value, which expires after a time, by a batch.
   *
   * @param batch where this is a store's default map, not one that {@link WriteBatch#in} gave
   * @param timeToLive from the batch's write on, as {@link #put(Object, Object, Duration)} has it
   */
  public void put(WriteBatch batch, K key, V value, Duration timeToLive) {
    mine(batch).put(bytes(key), values.encode(value), timeToLive);
  }

  /** Removes a key. Removing an absent key is no error. */
  public void delete(K key) {
    map.delete(bytes(key));
  }

  /**
   * Removes a key by a batch.
   *
   * @param batch where this is a store's default map, not one that {@link WriteBatch#in} gave
   */
  public void delete(WriteBatch batch, K key) {
    mine(batch).delete(bytes(key));
  }

  private WriteBatch mine(WriteBatch batch) {
    return map instanceof Keyspace keyspace ? batch.in(keyspace) : batch;
  }

  /** Removes every key of a range, as one atomic write that reads nothing. */
  public void deleteRange(KeyRange range) {
    map.deleteRange(range);
  }

  /**
   * Sets the value of a key if it is absent.
   *
   * @return whether it was, and is set now
   */
  public boolean putIfAbsent(K key, V value) {
    return map.putIfAbsent(bytes(key), values.encode(value));
  }

  /**
   * Removes a key if it has a value.
   *
   * @return whether it had it, and is removed now
   */
  public boolean remove(K key, V expected) {
    return compareAndSet(key, Objects.requireNonNull(expected, "expected"), null);
  }

  /**
   * Sets a key's value if it is the expected one: nobody writes the key in between.
   *
   * @param expected null if the key is expected to be absent
   * @param value null to remove the key
   * @return whether it was the expected one, and is the new one now
   */
  public boolean compareAndSet(K key, @Nullable V expected, @Nullable V value) {
    Predicate<@Nullable V> isExpected = found -> Objects.deepEquals(found, expected);
    return isExpected.test(exchange(key, isExpected, value));
  }

  /**
   * Sets a key's value to what an operator makes of it: nobody writes the key in between.
   *
   * @param change is given the value, or null if the key is absent; gives the new one, or null to
   *     remove the key. It may be called several times, and should do nothing else. What it throws
   *     ends the update and is thrown as it is
   * @return the value now; null if the key is absent
   */
  public @Nullable V update(K key, UnaryOperator<@Nullable V> change) {
    return value(
        map.update(
            bytes(key),
            before -> {
              V after = change.apply(value(before));
              return after == null ? null : values.encode(after);
            }));
  }

  /**
   * The map as one of the JDK: ordered, for many threads, and written through. Its conditional
   * writes and {@code compute} and its like are atomic, those of many entries are not. Iterators
   * are weakly consistent: each key that is there all the time comes once. They read ahead by some
   * entries and hold nothing open, so they may be left at any time. {@code size()} walks over all
   * keys, and a key out of a sub-map's range is refused.
   */
  public ConcurrentNavigableMap<K, V> asNavigableMap() {
    return new MapView<>(this, KeyRange.all(), false);
  }

  /** The map as one of the JDK, as {@link #asNavigableMap} gives it. */
  public ConcurrentMap<K, V> asConcurrentMap() {
    return asNavigableMap();
  }

  /**
   * Sets a key's value, or removes it, if a condition holds for the value now.
   *
   * @param value null to remove the key
   * @return the value before, of which the condition says whether the new one is set
   */
  @Nullable V exchange(K key, Predicate<@Nullable V> condition, @Nullable V value) {
    byte[] bytes = bytes(key);
    byte[] after = value == null ? null : values.encode(value);
    while (true) {
      byte[] before = map.get(bytes);
      V found = value(before);
      boolean isNothing = before == null && after == null;
      if (isNothing || !condition.test(found) || map.compareAndSet(bytes, before, after)) {
        return found;
      }
    }
  }
}
