package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.SegmentWalk;
import dev.malkoha.kafka.state.StateReads;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * What a read of windows or sessions hands out, in its order. It reads the store as it is when it
 * is used first, as Kafka's own do: later writes change nothing. A closed store, or iterator, has
 * nothing more.
 */
class SegmentIterator<K> implements KeyValueIterator<K, byte[]> {

  private final StateReads data;
  private final Supplier<SegmentWalk> begin;
  private final Function<byte[], K> key;

  private @Nullable SegmentWalk walk;

  /** Whether the walk was moved to what is next; then it may be at its end. */
  private boolean moved;

  private boolean found;
  private boolean closed;

  SegmentIterator(StateReads data, Supplier<SegmentWalk> begin, Function<byte[], K> key) {
    this.data = data;
    this.begin = begin;
    this.key = key;
  }

  @Override
  public final boolean hasNext() {
    if (closed || !data.isOpen()) {
      return false;
    }
    if (!moved) {
      found = data.reading(() -> walk().next());
      moved = true;
    }
    return found;
  }

  private SegmentWalk walk() {
    SegmentWalk begun = walk;
    if (begun == null) {
      begun = begin.get();
      walk = begun;
    }
    return begun;
  }

  private SegmentWalk here() {
    if (hasNext()) {
      return walk();
    }
    if (!closed && !data.isOpen()) {
      throw new InvalidStateStoreException("the state store was closed, and this iterator with it");
    }
    throw new NoSuchElementException();
  }

  @Override
  public final K peekNextKey() {
    return key.apply(here().entry());
  }

  @Override
  public final KeyValue<K, byte[]> next() {
    SegmentWalk here = here();
    byte[] value = data.reading(here::value);
    moved = false;
    return new KeyValue<>(key.apply(here.entry()), value);
  }

  @Override
  public final void close() {
    closed = true;
    if (walk != null) {
      walk.close();
    }
  }
}
