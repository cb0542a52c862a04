package dev.malkoha.kafka.window;

import dev.malkoha.engine.Db;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.segment.Selection;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Window;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.SessionStore;
import org.jspecify.annotations.Nullable;

/** Sessions on disk: values by key, start and end. A session is as old as its end. */
public class PlainSessionStore extends SegmentedStore implements SessionStore<Bytes, byte[]> {

  public PlainSessionStore(String name, Retention retention) {
    this(name, retention, Db::open);
  }

  /** Sessions whose data is opened in another way: for tests. */
  PlainSessionStore(String name, Retention retention, StateDb.Opener opener) {
    super(name, SegmentKeys.ofSessions(retention), opener);
  }

  @Override
  protected final DataFormat.Kind kind() {
    return DataFormat.Kind.SESSION;
  }

  @Override
  public final void put(Windowed<Bytes> session, byte @Nullable [] aggregate) {
    Window window = session.window();
    put(requireKey(session.key()), window.end(), window.start(), aggregate);
  }

  @Override
  public final void remove(Windowed<Bytes> session) {
    Window window = session.window();
    remove(requireKey(session.key()), window.end(), window.start());
  }

  static Bytes requireKey(@Nullable Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null");
  }

  @Override
  public final byte @Nullable [] fetchSession(Bytes key, long sessionStart, long sessionEnd) {
    return fetchSession(data(), key, sessionStart, sessionEnd);
  }

  final byte @Nullable [] fetchSession(StateReads data, Bytes key, long start, long end) {
    return get(data, requireKey(key), end, start);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      Bytes key, long earliestEnd, long latestStart) {
    return overlapping(data(), requireKey(key), key, earliestEnd, latestStart, true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      Bytes key, long earliestEnd, long latestStart) {
    return overlapping(data(), requireKey(key), key, earliestEnd, latestStart, false);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    return overlapping(data(), keyFrom, keyTo, earliestEnd, latestStart, true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    return overlapping(data(), keyFrom, keyTo, earliestEnd, latestStart, false);
  }

  /** The sessions that end at a time or later, and begin at another or before. */
  final KeyValueIterator<Windowed<Bytes>, byte[]> overlapping(
      StateReads data,
      @Nullable Bytes keyFrom,
      @Nullable Bytes keyTo,
      long earliestEnd,
      long latestStart,
      boolean forward) {
    checkOrder(keyFrom, keyTo);
    Selection selection = new Selection(keyFrom, keyTo, earliestEnd, Long.MAX_VALUE, latestStart);
    return sessions(data, selection, forward);
  }

  /** Kafka asks for it since its release 4.4. */
  @SuppressWarnings("MissingOverride")
  public final ReadOnlySessionStore<Bytes, byte[]> readOnly(IsolationLevel level) {
    return new SessionView(this, reads(level));
  }

  /** The sessions of all keys that end between two times. */
  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      long earliestEnd, long latestEnd) {
    return sessions(data(), Selection.between(null, null, earliestEnd, latestEnd), true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> fetch(Bytes key) {
    return findSessions(key, 0, Long.MAX_VALUE);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(Bytes key) {
    return backwardFindSessions(key, 0, Long.MAX_VALUE);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo) {
    return findSessions(keyFrom, keyTo, 0, Long.MAX_VALUE);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo) {
    return backwardFindSessions(keyFrom, keyTo, 0, Long.MAX_VALUE);
  }

  private KeyValueIterator<Windowed<Bytes>, byte[]> sessions(
      StateReads data, Selection selection, boolean forward) {
    return new SegmentIterator<>(data, walk(data, selection, forward), this::session);
  }

  private Windowed<Bytes> session(byte[] entry) {
    SegmentKeys keys = keys();
    return new Windowed<>(keys.key(entry), new SessionWindow(keys.tail(entry), keys.time(entry)));
  }
}
