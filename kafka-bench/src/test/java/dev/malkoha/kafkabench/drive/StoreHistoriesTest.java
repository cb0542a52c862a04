package dev.malkoha.kafkabench.drive;

import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.VersionedBytesStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transactional stores of Kafka, those in memory and RocksDB's, and the module's show the same by
 * random histories: processors, and interactive queries at both levels of isolation.
 */
@Tag("hunt")
class StoreHistoriesTest {

  private static final int STEPS = 120;
  private static final Duration RETENTION = Duration.ofMinutes(10);
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final String NAME = "store";
  private static final boolean OURS = !Boolean.getBoolean("malkoha.kafka.only");

  @TempDir private Path directory;

  static LongStream seeds() {
    return Trials.seeds(500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keyValueStores(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Twins<KeyValueStore<Bytes, byte[]>> twins = new Twins<>(seed, random);
    switch (random.nextInt(3)) {
      case 0 -> twins.add(Stores.persistentKeyValueStore(NAME), MalkohaStores.keyValueStore(NAME));
      case 1 ->
          twins.add(
              Stores.persistentTimestampedKeyValueStore(NAME),
              MalkohaStores.timestampedKeyValueStore(NAME));
      default ->
          twins.add(
              Stores.persistentTimestampedKeyValueStoreWithHeaders(NAME),
              MalkohaStores.timestampedKeyValueStoreWithHeaders(NAME));
    }
    twins.rebuilt("memory", Stores.inMemoryKeyValueStore(NAME)::get);
    twins.run(new KeyValueHistory(random, twins.all));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void windowStores(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Twins<WindowStore<Bytes, byte[]>> twins = new Twins<>(seed, random);
    boolean duplicates = random.nextInt(4) == 0;
    switch (random.nextInt(3)) {
      case 0 ->
          twins.add(
              Stores.persistentWindowStore(NAME, RETENTION, WINDOW, duplicates),
              MalkohaStores.windowStore(NAME, RETENTION, WINDOW, duplicates));
      case 1 ->
          twins.add(
              Stores.persistentTimestampedWindowStore(NAME, RETENTION, WINDOW, duplicates),
              MalkohaStores.timestampedWindowStore(NAME, RETENTION, WINDOW, duplicates));
      default ->
          twins.add(
              Stores.persistentTimestampedWindowStoreWithHeaders(
                  NAME, RETENTION, WINDOW, duplicates),
              MalkohaStores.timestampedWindowStoreWithHeaders(NAME, RETENTION, WINDOW, duplicates));
    }
    if (!duplicates) { // they are numbered anew when a store is opened, which none in memory is
      twins.rebuilt("memory", Stores.inMemoryWindowStore(NAME, RETENTION, WINDOW, false)::get);
    }
    twins.run(new WindowHistory(random, twins.all));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void sessionStores(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Twins<SessionStore<Bytes, byte[]>> twins = new Twins<>(seed, random);
    if (random.nextBoolean()) {
      twins.add(
          Stores.persistentSessionStore(NAME, RETENTION),
          MalkohaStores.sessionStore(NAME, RETENTION));
    } else {
      twins.add(
          Stores.persistentSessionStoreWithHeaders(NAME, RETENTION),
          MalkohaStores.sessionStoreWithHeaders(NAME, RETENTION));
    }
    twins.rebuilt("memory", Stores.inMemorySessionStore(NAME, RETENTION)::get);
    twins.run(new SessionHistory(random, twins.all));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void versionedStores(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Twins<VersionedBytesStore> twins = new Twins<>(seed, random);
    var theirs = Stores.persistentVersionedKeyValueStore(NAME, RETENTION);
    var ours = MalkohaStores.versionedKeyValueStore(NAME, RETENTION);
    // Opened again, RocksDB's shows no version any more that is not the latest.
    twins.rebuilt("rocksdb", () -> (VersionedBytesStore) theirs.get());
    twins.ours(() -> (VersionedBytesStore) ours.get());
    twins.run(new VersionedHistory(random, twins.all));
  }

  /** The stores of one history, which are closed at its end. */
  private final class Twins<S extends StateStore> {

    final List<Twin<S>> all = new ArrayList<>();
    private final long seed;
    private final Properties config = new Properties();

    Twins(long seed, SplittableRandom random) {
      this.seed = seed;
      config.put(StreamsConfig.APPLICATION_ID_CONFIG, "histories");
      config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
      config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
      config.put(
          StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
          random.nextBoolean() ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
    }

    void rebuilt(String label, Supplier<S> maker) {
      all.add(new Twin<>(label, directory, config, maker, true));
    }

    void add(StoreSupplier<S> theirs, StoreSupplier<S> ours) {
      all.add(new Twin<>("rocksdb", directory, config, theirs::get, false));
      ours(ours::get);
    }

    void ours(Supplier<S> maker) {
      if (OURS) {
        all.add(new Twin<>("malkoha", directory, config, maker, false));
      }
    }

    void run(History<S> history) {
      try {
        history.run(STEPS);
      } catch (Throwable e) {
        throw new AssertionError(Trials.replay(StoreHistoriesTest.class, seed), e);
      } finally {
        all.forEach(Twin::close);
      }
    }
  }
}
