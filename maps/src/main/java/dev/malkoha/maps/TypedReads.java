package dev.malkoha.maps;

import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.ScanOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reads of an ordered map of typed keys and values: of a keyspace as it is now or in a reader,
 * of a snapshot, or of a transaction. Threads, moments and failures are as with the {@link Reads}
 * that it is made of.
 *
 * <p>Each read throws {@link CodecException} where stored bytes are none of its codecs', and {@link
 * NullPointerException} for null. Ranges are the store's: {@link #between} and its like, {@link
 * TupleCodec#prefix}, and what these have in common by {@link KeyRange#intersect}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class TypedReads<K, V> {

  final KeyCodec<K> keys;
  final Codec<V> values;
  private final Reads reads;

  TypedReads(Reads reads, KeyCodec<K> keys, Codec<V> values) {
    this.reads = Objects.requireNonNull(reads, "reads");
    this.keys = Objects.requireNonNull(keys, "keys");
    this.values = Objects.requireNonNull(values, "values");
  }

  /** The reads of a map, a snapshot of one, or a transaction. */
  public static <K, V> TypedReads<K, V> of(Reads reads, KeyCodec<K> keys, Codec<V> values) {
    return new TypedReads<>(reads, keys, values);
  }

  /** The reads, by bytes. */
  public Reads reads() {
    return reads;
  }

  /** The value of a key; null if the key is absent. */
  public @Nullable V get(K key) {
    return value(reads.get(bytes(key)));
  }

  /** The values of some keys at one moment, in the order of these; null for absent ones. */
  public List<@Nullable V> getAll(List<? extends K> all) {
    List<@Nullable V> found = new ArrayList<>(all.size());
    for (byte[] value : reads.getAll(all.stream().map(this::bytes).toList())) {
      found.add(value(value));
    }
    return found;
  }

  /** Whether a key is present. */
  public boolean contains(K key) {
    return reads.contains(bytes(key));
  }

  /** The entry with the least key of a range; null if there is none. */
  public Map.@Nullable Entry<K, V> first(KeyRange range) {
    return within(range, firstBytes(range));
  }

  /** The entry with the greatest key of a range; null if there is none. */
  public Map.@Nullable Entry<K, V> last(KeyRange range) {
    byte[] to = range.to();
    return within(range, to == null ? reads.last() : reads.lower(to));
  }

  /** Gives each entry of a range to a consumer, in the order of the keys. */
  public void forEach(KeyRange range, BiConsumer<? super K, ? super V> consumer) {
    try (Stream<Map.Entry<K, V>> entries = stream(range)) {
      entries.forEachOrdered(entry -> consumer.accept(entry.getKey(), entry.getValue()));
    }
  }

  /**
   * The entries of a range, in the order of the keys, at one moment. Close a stream that may end
   * before the last entry, as by a limit.
   */
  public Stream<Map.Entry<K, V>> stream(KeyRange range) {
    return stream(range, ScanOptions.defaults());
  }

  /** The entries of a range as a stream, in the direction that the options say. */
  public Stream<Map.Entry<K, V>> stream(KeyRange range, ScanOptions options) {
    return reads.stream(range, options).map(this::typed);
  }

  /** How many keys a range has, exactly: a walk over them. */
  public long count(KeyRange range) {
    return reads.count(range);
  }

  /** Keys from {@code from} (inclusive) to {@code to} (exclusive). */
  public KeyRange between(K from, K to) {
    return KeyRange.between(bytes(from), bytes(to));
  }

  /** Keys at or above a key. */
  public KeyRange atLeast(K from) {
    return KeyRange.atLeast(bytes(from));
  }

  /** Keys above a key. */
  public KeyRange above(K from) {
    return KeyRange.above(bytes(from));
  }

  /** Keys at or below a key. */
  public KeyRange atMost(K to) {
    return KeyRange.atMost(bytes(to));
  }

  /** Keys below a key. */
  public KeyRange below(K to) {
    return KeyRange.below(bytes(to));
  }

  byte[] bytes(K key) {
    return keys.encode(Objects.requireNonNull(key, "key"));
  }

  @Nullable V value(byte @Nullable [] bytes) {
    return bytes == null ? null : values.decode(bytes);
  }

  @Nullable Entry firstBytes(KeyRange range) {
    Entry entry = reads.ceiling(range.from());
    return entry != null && range.contains(entry.key()) ? entry : null;
  }

  private Map.@Nullable Entry<K, V> within(KeyRange range, @Nullable Entry entry) {
    return entry != null && range.contains(entry.key()) ? typed(entry) : null;
  }

  private Map.Entry<K, V> typed(Entry entry) {
    return Map.entry(keys.decode(entry.key()), values.decode(entry.value()));
  }
}
