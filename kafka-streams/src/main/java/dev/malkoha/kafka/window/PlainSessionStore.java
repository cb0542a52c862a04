package dev.malkoha.kafka.window;

import dev.malkoha.engine.Db;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.segment.Selection;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.StateDb;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Window;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
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

  private static Bytes requireKey(@Nullable Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null");
  }

  @Override
  public final byte @Nullable [] fetchSession(Bytes key, long sessionStart, long sessionEnd) {
    return get(requireKey(key), sessionEnd, sessionStart);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      Bytes key, long earliestEnd, long latestStart) {
    requireKey(key);
    return sessions(overlapping(key, key, earliestEnd, latestStart), true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      Bytes key, long earliestEnd, long latestStart) {
    requireKey(key);
    return sessions(overlapping(key, key, earliestEnd, latestStart), false);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    checkOrder(keyFrom, keyTo);
    return sessions(overlapping(keyFrom, keyTo, earliestEnd, latestStart), true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFindSessions(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    checkOrder(keyFrom, keyTo);
    return sessions(overlapping(keyFrom, keyTo, earliestEnd, latestStart), false);
  }

  private static Selection overlapping(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
    return new Selection(keyFrom, keyTo, earliestEnd, Long.MAX_VALUE, latestStart);
  }

  /** The sessions of all keys that end between two times. */
  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> findSessions(
      long earliestEnd, long latestEnd) {
    return sessions(Selection.between(null, null, earliestEnd, latestEnd), true);
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

  private KeyValueIterator<Windowed<Bytes>, byte[]> sessions(Selection selection, boolean forward) {
    return new SegmentIterator<>(data(), walk(selection, forward), this::session);
  }

  private Windowed<Bytes> session(byte[] entry) {
    SegmentKeys keys = keys();
    return new Windowed<>(keys.key(entry), new SessionWindow(keys.tail(entry), keys.time(entry)));
  }
}
