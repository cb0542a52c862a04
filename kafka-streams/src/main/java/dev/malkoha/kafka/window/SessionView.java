package dev.malkoha.kafka.window;

import dev.malkoha.kafka.state.StateReads;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.jspecify.annotations.Nullable;

/** The sessions of a store as one isolation level shows them. */
record SessionView(PlainSessionStore store, StateReads data)
    implements ReadOnlySessionStore<Bytes, byte[]> {

  @Override
  public byte @Nullable [] fetchSession(Bytes key, long sessionStart, long sessionEnd) {
    return store.fetchSession(data, key, sessionStart, sessionEnd);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      Bytes key, long earliestEnd, long latestStart) {
    return ofKey(key, earliestEnd, latestStart, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      Bytes key, long earliestEnd, long latestStart) {
    return ofKey(key, earliestEnd, latestStart, false);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> ofKey(
      Bytes key, long earliestEnd, long latestStart, boolean forward) {
    PlainSessionStore.requireKey(key);
    return store.overlapping(data, key, key, earliestEnd, latestStart, forward);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    return store.overlapping(data, keyFrom, keyTo, earliestEnd, latestStart, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    return store.overlapping(data, keyFrom, keyTo, earliestEnd, latestStart, false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes key) {
    return ofKey(key, 0, Long.MAX_VALUE, true);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes key) {
    return ofKey(key, 0, Long.MAX_VALUE, false);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo) {
    return findSessions(keyFrom, keyTo, 0, Long.MAX_VALUE);
  }

  @Override
  public KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo) {
    return backwardFindSessions(keyFrom, keyTo, 0, Long.MAX_VALUE);
  }
}
