package dev.malkoha.kafka.keyvalue;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.kafka.state.StateReads;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reads of a map from keys to values, ordered by the unsigned bytes of its keys. */
interface KeyValueReads extends ReadOnlyKeyValueStore<Bytes, byte[]> {

  Logger LOG = LoggerFactory.getLogger(PlainKeyValueStore.class);

  /**
   * The message of Kafka's stores, word for word: its tests ask for it, and people search for it.
   */
  String INVALID_RANGE =
      "Returning empty iterator for fetch with invalid key range: from > to. This may be due to"
          + " range arguments set in the wrong order, or serdes that don't preserve ordering when"
          + " lexicographically comparing the serialized bytes. Note that the built-in numerical"
          + " serdes do not follow this for negative numbers";

  /** What is read. */
  StateReads reads();

  /** The bytes of a key, which must not be null. */
  static byte[] bytes(@Nullable Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null").get();
  }

  @Override
  default byte @Nullable [] get(Bytes key) {
    return reads().get(bytes(key));
  }

  @Override
  default KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
    return range(from, to, true);
  }

  @Override
  default KeyValueIterator<Bytes, byte[]> reverseRange(@Nullable Bytes from, @Nullable Bytes to) {
    return range(from, to, false);
  }

  private KeyValueIterator<Bytes, byte[]> range(
      @Nullable Bytes from, @Nullable Bytes to, boolean forward) {
    if (from != null && to != null && from.compareTo(to) > 0) {
      LOG.warn(INVALID_RANGE);
    }
    KeyRange lower = from == null ? KeyRange.all() : KeyRange.atLeast(from.get());
    KeyRange range = to == null ? lower : lower.intersect(KeyRange.atMost(to.get()));
    return reads().entries(range, forward);
  }

  @Override
  default KeyValueIterator<Bytes, byte[]> all() {
    return reads().entries(KeyRange.all(), true);
  }

  @Override
  default KeyValueIterator<Bytes, byte[]> reverseAll() {
    return reads().entries(KeyRange.all(), false);
  }

  @Override
  default <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(
      P prefix, S prefixSerializer) {
    Objects.requireNonNull(prefix, "prefix cannot be null");
    Objects.requireNonNull(prefixSerializer, "prefixKeySerializer cannot be null");
    byte[] bytes = prefixSerializer.serialize(null, prefix);
    return reads().entries(KeyRange.prefix(bytes), true);
  }

  @Override
  default long approximateNumEntries() {
    return reads().estimate();
  }
}
