package dev.malkoha.maps;

import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Transaction;

/**
 * Counts of typed keys over a keyspace whose merge function is {@link MergeFunctions#longSum}: they
 * are added to without being read, so writers are in nobody's way. A count that nobody added to is
 * 0, and wraps around.
 *
 * <p>A light view without state. Any number of threads may use it at once.
 *
 * @param <K> the type of keys
 */
public final class Counter<K> {

  private static final Codec<Long> COUNTS =
      Codec.of(
          MergeFunctions::number,
          bytes -> {
            if (bytes.length != Long.BYTES) {
              throw new CodecException("a count has " + bytes.length + " bytes; it must have 8");
            }
            return MergeFunctions.number(bytes);
          });

  private final KeyValueMap map;
  private final TypedMap<K, Long> counts;

  private Counter(KeyValueMap map, KeyCodec<K> keys) {
    this.map = map;
    this.counts = TypedMap.of(map, keys, COUNTS);
  }

  /** The options of a keyspace of counts. */
  public static KeyspaceOptions options() {
    return KeyspaceOptions.builder().mergeFunction("sum", MergeFunctions.longSum()).build();
  }

  /**
   * Counts in a keyspace, or a store's default map.
   *
   * @param map made with {@link #options}, or others of the same merge function
   */
  public static <K> Counter<K> of(KeyValueMap map, KeyCodec<K> keys) {
    return new Counter<>(map, keys);
  }

  /**
   * Adds to a count: a write without a read.
   *
   * @param more may be negative
   * @throws IllegalStateException if the keyspace has no merge function
   */
  public void add(K key, long more) {
    map.merge(counts.bytes(key), MergeFunctions.number(more));
  }

  /** Adds one. */
  public void increment(K key) {
    add(key, 1);
  }

  /** Adds to a count in a transaction: two that add to the same count do not conflict. */
  public void add(Transaction transaction, K key, long more) {
    transaction.in(map).merge(counts.bytes(key), MergeFunctions.number(more));
  }

  /** A count. */
  public long get(K key) {
    Long count = counts.get(key);
    return count == null ? 0 : count;
  }

  /** Makes a count absent, so that it is 0. */
  public void reset(K key) {
    counts.delete(key);
  }

  /** The counts that were added to, by key. */
  public TypedReads<K, Long> counts() {
    return counts;
  }

  /** The same when a snapshot was taken. */
  public TypedReads<K, Long> at(Snapshot snapshot) {
    return counts.at(snapshot);
  }
}
