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

  private static final long END = 600_000;

  VersionedHistory(SplittableRandom random, List<Twin<VersionedBytesStore>> twins) {
    super(random, twins);
  }

  @Override
  void write() {
    Bytes key = key();
    byte @Nullable [] value = value();
    long time = newTime();
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
      // With an earlier one RocksDB's leave out what was valid then and was replaced much later.
      Instant to = Instant.ofEpochMilli(END);
      MultiVersionedKeyQuery<Bytes, byte[]> versions = MultiVersionedKeyQuery.withKey(key);
      versions =
          oneIn(2) ? versions.withAscendingTimestamps() : versions.withDescendingTimestamps();
      same("version as query, " + level, asked(level, VersionedKeyQuery.withKey(key).asOf(from)));
      same(
          "versions of " + key + " " + from + " " + to + level,
          asked(level, versions.fromTime(from).toTime(to)));
    }
  }

  /** Those of RocksDB forget it. */
  @Override
  boolean tellsPosition() {
    return false;
  }

  private void read(String how, Function<VersionedBytesStore, VersionedBytesStore> view) {
    Bytes key = key();
    long time = time();
    same("get " + key + " " + how, store -> view.apply(store).get(key));
    same("get " + key + "@" + time + " " + how, store -> view.apply(store).get(key, time));
  }
}
