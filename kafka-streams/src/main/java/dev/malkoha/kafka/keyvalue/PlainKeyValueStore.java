package dev.malkoha.kafka.keyvalue;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.PersistentStore;
import dev.malkoha.kafka.state.StateDb;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A map from keys to values on disk, ordered by the unsigned bytes of its keys. */
public sealed class PlainKeyValueStore extends PersistentStore
    implements KeyValueStore<Bytes, byte[]> permits TimestampedKeyValueStore, HeadersKeyValueStore {

  private static final Logger LOG = LoggerFactory.getLogger(PlainKeyValueStore.class);

  /**
   * The message of Kafka's stores, word for word: its tests ask for it, and people search for it.
   */
  private static final String INVALID_RANGE =
      "Returning empty iterator for fetch with invalid key range: from > to. This may be due to"
          + " range arguments set in the wrong order, or serdes that don't preserve ordering when"
          + " lexicographically comparing the serialized bytes. Note that the built-in numerical"
          + " serdes do not follow this for negative numbers";

  public PlainKeyValueStore(String name) {
    super(name);
  }

  PlainKeyValueStore(String name, StateDb.Opener opener) {
    super(name, opener);
  }

  @Override
  protected DataFormat.Kind kind() {
    return DataFormat.Kind.KEY_VALUE;
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    return data().get(bytes(key));
  }

  @Override
  public void put(Bytes key, byte @Nullable [] value) {
    data().put(bytes(key), value);
  }

  private static byte[] bytes(Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null").get();
  }

  @Override
  public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
    byte[] before = get(key);
    if (before == null && value != null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> bytes(entry.key)); // before anything is written
    data().putAll(entries);
  }

  @Override
  public byte @Nullable [] delete(Bytes key) {
    byte[] before = get(key);
    if (before == null) {
      data().pass();
    } else {
      put(key, null);
    }
    return before;
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
    return range(from, to, true);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseRange(@Nullable Bytes from, @Nullable Bytes to) {
    return range(from, to, false);
  }

  private KeyValueIterator<Bytes, byte[]> range(
      @Nullable Bytes from, @Nullable Bytes to, boolean forward) {
    if (from != null && to != null && from.compareTo(to) > 0) {
      LOG.warn(INVALID_RANGE);
    }
    KeyRange lower = from == null ? KeyRange.all() : KeyRange.atLeast(from.get());
    KeyRange range = to == null ? lower : lower.intersect(KeyRange.atMost(to.get()));
    return data().entries(range, forward);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return data().entries(KeyRange.all(), true);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> reverseAll() {
    return data().entries(KeyRange.all(), false);
  }

  @Override
  public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
      P prefix, S prefixSerializer) {
    Objects.requireNonNull(prefix, "prefix cannot be null");
    Objects.requireNonNull(prefixSerializer, "prefixKeySerializer cannot be null");
    byte[] bytes = prefixSerializer.serialize(null, prefix);
    return data().entries(KeyRange.prefix(bytes), true);
  }

  @Override
  public long approximateNumEntries() {
    return data().estimate();
  }

  @Override
  protected void restore(Collection<ConsumerRecord<byte[], byte[]>> records, WriteBatch batch) {
    records.forEach(entry -> StateDb.put(batch, entry.key(), entry.value()));
  }
}
