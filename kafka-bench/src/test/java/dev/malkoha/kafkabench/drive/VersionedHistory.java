package dev.malkoha.kafkabench.drive;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.jspecify.annotations.Nullable;

/** A history of versioned stores in which nothing is too old. */
final class VersionedHistory extends History<VersionedBytesStore> {

  VersionedHistory(SplittableRandom random, List<Twin<VersionedBytesStore>> twins) {
    super(random, twins);
  }

  @Override
  void write() {
    Bytes key = key();
    byte @Nullable [] value = value();
    long time = time();
    if (oneIn(5)) {
      write("delete " + key + "@" + time, store -> store.delete(key, time));
    } else {
      String what = (value == null ? "put null " : "put ") + key + "@" + time;
      write(what, store -> store.put(key, value, time));
    }
  }

  @Override
  void read() {
    read("by the processor", store -> store);
    for (IsolationLevel level : IsolationLevel.values()) {
      read(level.name(), store -> store.readOnly(level));
      Bytes key = key();
      Instant from = Instant.ofEpochMilli(time());
      same("version as query, " + level, asked(level, VersionedKeyQuery.withKey(key).asOf(from)));
      same(
          "versions as query, " + level,
          asked(level, MultiVersionedKeyQuery.withKey(key).fromTime(from)));
    }
  }

  private void read(String how, Function<VersionedBytesStore, VersionedBytesStore> view) {
    Bytes key = key();
    long time = time();
    same("get " + key + " " + how, store -> view.apply(store).get(key));
    same("get " + key + "@" + time + " " + how, store -> view.apply(store).get(key, time));
  }
}
