package dev.malkoha.kafkabench.drive;

import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.kafkabench.app.StoreKind;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Stores of one kind that are driven by hand: made by the suppliers that an application would name,
 * without caches and changelogs above them, committed every so many records.
 */
final class Drive implements AutoCloseable {

  private static final int VALUE_BYTES = 100;
  private static final Serde<Bytes> KEYS = Serdes.Bytes();
  private static final Serde<byte[]> VALUES = Serdes.ByteArray();

  private final Properties settings = new Properties();
  private final StoreKind kind;
  private final DslStoreSuppliers suppliers;
  private final Path directory;
  private final SplittableRandom random;
  private final int commitEvery;
  private final List<StateStore> open = new ArrayList<>();
  private final Commits commits = new Commits();

  Drive(StoreKind kind, Path directory, long seed, int commitEvery) {
    this.kind = kind;
    this.commitEvery = commitEvery;
    settings.setProperty(StreamsConfig.APPLICATION_ID_CONFIG, "drive");
    settings.setProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    kind.config().forEach(settings::setProperty);
    this.suppliers = StoreKind.suppliers(kind.config());
    this.directory = directory;
    this.random = new SplittableRandom(seed);
  }

  SplittableRandom random() {
    return random;
  }

  /** A key of 16 bytes. */
  static Bytes key(long number) {
    byte[] key = "key-000000000000".getBytes(StandardCharsets.US_ASCII);
    long left = number;
    for (int i = key.length - 1; left > 0; i--, left /= 10) {
      key[i] += (byte) (left % 10);
    }
    return Bytes.wrap(key);
  }

  /** A value that compresses to about half. */
  byte[] value() {
    ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
    while (value.position() < VALUE_BYTES / 2) {
      value.putLong(random.nextLong());
    }
    return value.array();
  }

  /** The context of another task, with a directory of its own. */
  DriveContext task(int partition) {
    File of = directory.resolve("0_" + partition).toFile();
    if (!of.isDirectory() && !of.mkdirs()) {
      throw new IllegalStateException("cannot make the directory " + of);
    }
    return DriveContext.of(settings, partition, of);
  }

  TimestampedKeyValueStore<Bytes, byte[]> keyValues(DriveContext task, String name) {
    return opened(
        task,
        Stores.timestampedKeyValueStoreBuilder(
            suppliers.keyValueStore(new DslKeyValueParams(name, DslStoreFormat.TIMESTAMPED)),
            KEYS,
            VALUES));
  }

  WindowStore<Bytes, ValueAndTimestamp<byte[]>> windows(
      DriveContext task, Duration retention, Duration size) {
    DslWindowParams params =
        new DslWindowParams(
            "windows",
            retention,
            size,
            false,
            EmitStrategy.onWindowUpdate(),
            false,
            DslStoreFormat.TIMESTAMPED);
    return opened(
        task, Stores.timestampedWindowStoreBuilder(suppliers.windowStore(params), KEYS, VALUES));
  }

  SessionStore<Bytes, byte[]> sessions(DriveContext task, Duration retention) {
    DslSessionParams params =
        new DslSessionParams(
            "sessions", retention, EmitStrategy.onWindowUpdate(), DslStoreFormat.PLAIN);
    return opened(task, Stores.sessionStoreBuilder(suppliers.sessionStore(params), KEYS, VALUES));
  }

  VersionedKeyValueStore<Bytes, byte[]> versions(DriveContext task, Duration retention) {
    return opened(
        task,
        Stores.versionedKeyValueStoreBuilder(
            kind == StoreKind.MALKOHA
                ? MalkohaStores.versionedKeyValueStore("versions", retention)
                : Stores.persistentVersionedKeyValueStore("versions", retention),
            KEYS,
            VALUES));
  }

  private <S extends StateStore> S opened(DriveContext task, StoreBuilder<S> builder) {
    S store = builder.withLoggingDisabled().withCachingDisabled().build();
    task.at(0, 0);
    store.init(task, store);
    open.add(store);
    return store;
  }

  /** Commits a store where that is due after so many records. */
  void processed(DriveContext task, StateStore store, long records) {
    if (records % commitEvery == 0) {
      commit(task, store, records);
    }
  }

  /** Commits a store as its task does, with the offset of its changelog. */
  void commit(DriveContext task, StateStore store, long offset) {
    TopicPartition changelog =
        new TopicPartition(task.changelogFor(store.name()), task.taskId().partition());
    long begin = System.nanoTime();
    store.commit(Map.of(changelog, offset));
    commits.took(System.nanoTime() - begin);
  }

  /** How long commits took. */
  Commits commits() {
    return commits;
  }

  /** Closes all stores. */
  @Override
  public void close() {
    open.forEach(StateStore::close);
  }
}
