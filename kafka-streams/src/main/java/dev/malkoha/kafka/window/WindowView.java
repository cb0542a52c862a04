package dev.malkoha.kafka.window;

import dev.malkoha.kafka.state.StateReads;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** The windows of a store as one isolation level shows them. */
record WindowView(PlainWindowStore store, StateReads data)
    implements ReadOnlyWindowStore<Bytes, byte[]> {

  private static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("the time " + time + " has no number of milliseconds", e);
    }
  }

  @Override
  public byte @Nullable [] fetch(Bytes key, long time) {
    return store.fetch(data, key, time);
  }

  @Override
  public WindowStoreIterator<byte[]> fetch(Bytes key, Instant from, Instant to) {
    return store.ofKey(data, key, millis(from), millis(to), true);
  }

  @Override
  public WindowStoreIterator<byte[]> backwardFetch(Bytes key, Instant from, Instant to) {
    return store.ofKey(data, key, millis(from), millis(to), false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, Instant from, Instant to) {
    return store.windows(data, keyFrom, keyTo, millis(from), millis(to), true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, Instant from, Instant to) {
    return store.windows(data, keyFrom, keyTo, millis(from), millis(to), false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> all() {
    return store.windows(data, null, null, 0, Long.MAX_VALUE, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardAll() {
    return store.windows(data, null, null, 0, Long.MAX_VALUE, false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(Instant from, Instant to) {
    return store.windows(data, null, null, millis(from), millis(to), true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetchAll(Instant from, Instant to) {
    return store.windows(data, null, null, millis(from), millis(to), false);
  }
}
