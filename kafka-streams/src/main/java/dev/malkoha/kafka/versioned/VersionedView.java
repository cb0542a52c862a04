package dev.malkoha.kafka.versioned;

import dev.malkoha.kafka.state.StateReads;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/** A versioned store as one isolation level shows it. It refuses writes. */
final class VersionedView extends WrappedStateStore<VersionedStore, Bytes, byte[]>
    implements VersionedKeyValueStore<Bytes, byte[]> {

  private final StateReads data;

  VersionedView(VersionedStore store, StateReads data) {
    super(store);
    this.data = data;
  }

  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key) {
    return wrapped().get(data, key);
  }

  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key, long asOfTimestamp) {
    return wrapped().get(data, key, asOfTimestamp);
  }

  @Override
  public long put(Bytes key, byte @Nullable [] value, long timestamp) {
    throw refusal();
  }

  @Override
  public VersionedRecord<byte[]> delete(Bytes key, long timestamp) {
    throw refusal();
  }

  private UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(name() + " is only read here: write to the store");
  }
}
