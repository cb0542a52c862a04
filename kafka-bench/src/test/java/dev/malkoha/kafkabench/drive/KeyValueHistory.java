package dev.malkoha.kafkabench.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A history of key-value stores. */
final class KeyValueHistory extends History<KeyValueStore<Bytes, byte[]>> {

  KeyValueHistory(SplittableRandom random, List<Twin<KeyValueStore<Bytes, byte[]>>> twins) {
    super(random, twins);
  }

  @Override
  void write() {
    Bytes key = anyKey();
    byte @Nullable [] value = value();
    switch (random.nextInt(6)) {
      case 0 -> write("delete " + key, store -> store.delete(key));
      case 1 -> write("putIfAbsent " + key, store -> store.putIfAbsent(key, value));
      case 2 -> putAll();
      default ->
          write((value == null ? "put null " : "put ") + key, store -> put(store, key, value));
    }
  }

  private static Object put(
      KeyValueStore<Bytes, byte[]> store, Bytes key, byte @Nullable [] value) {
    store.put(key, value);
    return "";
  }

  private void putAll() {
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    for (int i = random.nextInt(10); i >= 0; i--) {
      entries.add(new KeyValue<>(anyKey(), value()));
    }
    write(
        "putAll " + entries.stream().map(entry -> entry.key).toList(),
        store -> {
          store.putAll(entries);
          return "";
        });
  }

  @Override
  void read() {
    read("by the processor", store -> store);
    for (IsolationLevel level : IsolationLevel.values()) {
      read(level.name(), store -> store.readOnly(level));
      same("get as query, " + level, asked(level, KeyQuery.withKey(anyKey())));
      same("range as query, " + level, asked(level, RangeQuery.withRange(anyKey(), anyKey())));
      same(
          "reverseAll as query, " + level,
          asked(level, RangeQuery.<Bytes, byte[]>withNoBounds().withDescendingKeys()));
    }
  }

  private void read(
      String how,
      Function<KeyValueStore<Bytes, byte[]>, ReadOnlyKeyValueStore<Bytes, byte[]>> view) {
    Bytes key = anyKey();
    Bytes from = anyKeyOrNone();
    Bytes to = anyKeyOrNone();
    Bytes prefix = prefix();
    BytesSerializer serializer = new BytesSerializer();
    same("all " + how, store -> view.apply(store).all());
    same("get " + how, store -> view.apply(store).get(key));
    // A transactional store of RocksDB leaves out the one bound that such a range has.
    String left = from == null ^ to == null ? "rocksdb" : "";
    String range = from + " to " + to + how;
    sameWithout(left, "range " + range, store -> view.apply(store).range(from, to));
    sameWithout(left, "reverseRange " + range, store -> view.apply(store).reverseRange(from, to));
    same("reverseAll " + how, store -> view.apply(store).reverseAll());
    same("prefixScan " + prefix + how, store -> view.apply(store).prefixScan(prefix, serializer));
  }

  private Bytes anyKey() {
    return key(1 + random.nextInt(2));
  }

  private @Nullable Bytes anyKeyOrNone() {
    return oneIn(5) ? null : anyKey();
  }

  /** One that does not end in the last byte: Kafka's stores take the prefix after it for longer. */
  private Bytes prefix() {
    Bytes key = anyKey();
    return key.get()[key.get().length - 1] == -1 ? prefix() : key;
  }
}
