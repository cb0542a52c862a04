package dev.malkoha.kafka.keyvalue;

import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.PersistentStore;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A map from keys to values on disk, ordered by the unsigned bytes of its keys. */
public sealed class PlainKeyValueStore extends PersistentStore
    implements KeyValueStore<Bytes, byte[]>, KeyValueReads
    permits TimestampedKeyValueStore, HeadersKeyValueStore {

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
  public void put(Bytes key, byte @Nullable [] value) {
    data().put(KeyValueReads.bytes(key), value);
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
    entries.forEach(entry -> KeyValueReads.bytes(entry.key)); // before anything is written
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
  public StateReads reads() {
    return data();
  }

  /** Kafka asks for it since its release 4.4. */
  @SuppressWarnings("MissingOverride")
  public ReadOnlyKeyValueStore<Bytes, byte[]> readOnly(IsolationLevel level) {
    StateReads reads = reads(level);
    KeyValueReads view = () -> reads;
    return view;
  }

  @Override
  protected void restore(Collection<ConsumerRecord<byte[], byte[]>> records, WriteBatch batch) {
    records.forEach(entry -> StateDb.put(batch, entry.key(), entry.value()));
  }
}
