package dev.malkoha.kafkabench.drive;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.SessionStore;
import org.jspecify.annotations.Nullable;

/** A history of session stores in which nothing expires. */
final class SessionHistory extends History<SessionStore<Bytes, byte[]>> {

  SessionHistory(SplittableRandom random, List<Twin<SessionStore<Bytes, byte[]>>> twins) {
    super(random, twins);
  }

  @Override
  void write() {
    byte @Nullable [] value = value();
    long start = time();
    long end = Math.max(start, time());
    Windowed<Bytes> session = new Windowed<>(key(), new SessionWindow(start, end));
    write(
        (value == null ? "remove " : "put ") + session,
        store -> {
          if (value == null) {
            store.remove(session);
          } else {
            store.put(session, value);
          }
          return "";
        });
  }

  @Override
  void read() {
    read("by the processor", store -> store);
    for (IsolationLevel level : IsolationLevel.values()) {
      read(level.name(), store -> store.readOnly(level));
      WindowRangeQuery<Bytes, byte[]> query = WindowRangeQuery.withKey(key());
      sameInOrder("fetch as query, " + level, asked(level, query));
    }
  }

  /** A removal moves that of the module's stores, and not that of RocksDB's. */
  @Override
  boolean tellsPosition() {
    return false;
  }

  private void read(
      String how, Function<SessionStore<Bytes, byte[]>, ReadOnlySessionStore<Bytes, byte[]>> view) {
    Bytes key = key();
    Bytes to = Collections.max(List.of(key, key())); // stores in memory refuse a smaller one
    long from = time();
    long until = time();
    String what = " " + key + " " + to + " " + from + " " + until + " " + how;
    same("one" + what, store -> view.apply(store).fetchSession(key, from, until));
    sameInOrder("fetch" + what, store -> view.apply(store).fetch(key));
    sameInOrder("backwardFetch" + what, store -> view.apply(store).backwardFetch(key));
    sameInOrder("find" + what, store -> view.apply(store).findSessions(key, from, until));
    sameInOrder("back" + what, store -> view.apply(store).backwardFindSessions(key, from, until));
    sameInOrder("keys" + what, store -> view.apply(store).fetch(key, to));
    sameInOrder("backwardKeys" + what, store -> view.apply(store).backwardFetch(key, to));
    sameInOrder("range" + what, store -> view.apply(store).findSessions(key, to, from, until));
    sameInOrder(
        "backwardRange" + what,
        store -> view.apply(store).backwardFindSessions(key, to, from, until));
  }
}
