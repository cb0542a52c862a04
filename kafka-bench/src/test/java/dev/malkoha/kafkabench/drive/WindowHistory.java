package dev.malkoha.kafkabench.drive;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** A history of window stores in which nothing expires. */
final class WindowHistory extends History<WindowStore<Bytes, byte[]>> {

  WindowHistory(SplittableRandom random, List<Twin<WindowStore<Bytes, byte[]>>> twins) {
    super(random, twins);
  }

  @Override
  void write() {
    Bytes key = key();
    byte @Nullable [] value = value();
    long start = time();
    write(
        (value == null ? "put null " : "put ") + key + "@" + start,
        store -> {
          store.put(key, value, start);
          return "";
        });
  }

  @Override
  void read() {
    read("by the processor", store -> store);
    for (IsolationLevel level : IsolationLevel.values()) {
      read(level.name(), store -> store.readOnly(level));
      Instant from = Instant.ofEpochMilli(time());
      Instant to = from.plusMillis(time());
      same(
          "fetch as query, " + level,
          asked(level, WindowKeyQuery.withKeyAndWindowStartRange(key(), from, to)));
    }
  }

  private void read(
      String how, Function<WindowStore<Bytes, byte[]>, ReadOnlyWindowStore<Bytes, byte[]>> view) {
    Bytes key = key();
    Bytes to = key();
    Instant begin = Instant.ofEpochMilli(time());
    Instant end = begin.plusMillis(time());
    String what = " " + key + " " + to + " " + begin + " " + end + " " + how;
    same("one" + what, store -> view.apply(store).fetch(key, begin.toEpochMilli()));
    same("fetch" + what, store -> view.apply(store).fetch(key, begin, end));
    same("backwardFetch" + what, store -> view.apply(store).backwardFetch(key, begin, end));
    sameInOrder("range" + what, store -> view.apply(store).fetch(key, to, begin, end));
    sameInOrder("backward" + what, store -> view.apply(store).backwardFetch(key, to, begin, end));
    sameInOrder("all" + what, store -> view.apply(store).all());
    sameInOrder("backwardAll" + what, store -> view.apply(store).backwardAll());
    sameInOrder("fetchAll" + what, store -> view.apply(store).fetchAll(begin, end));
    sameInOrder("backwardFetchAll" + what, store -> view.apply(store).backwardFetchAll(begin, end));
  }
}
