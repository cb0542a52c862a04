package dev.malkoha.maps;

import dev.malkoha.engine.TransactionMap;
import java.time.Duration;

/**
 * A typed map in a transaction: reads see what the transaction sees, and writes are its own until
 * it is committed. One thread at a time.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class TypedTransactionMap<K, V> extends TypedReads<K, V> {

  private final TransactionMap map;

  TypedTransactionMap(TransactionMap map, KeyCodec<K> keys, Codec<V> values) {
    super(map, keys, values);
    this.map = map;
  }

  /** Sets a key's value. */
  public void put(K key, V value) {
    map.put(bytes(key), values.encode(value));
  }

  /**
   * Sets a key's value, which expires after a time from now on.
   *
   * @see TypedMap#put(Object, Object, Duration)
   */
  public void put(K key, V value, Duration timeToLive) {
    map.put(bytes(key), values.encode(value), timeToLive);
  }

  /** Removes a key. Removing an absent key is no error. */
  public void delete(K key) {
    map.delete(bytes(key));
  }
}
