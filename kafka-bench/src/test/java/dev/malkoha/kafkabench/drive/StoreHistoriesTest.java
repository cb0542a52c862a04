package dev.malkoha.kafkabench.drive;

import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
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
import org.apache.kafka.streams.state.Stores;
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
  private static final String NAME = "store";
  private static final boolean OURS = !Boolean.getBoolean("malkoha.kafka.only");

  @TempDir private Path directory;

  static LongStream seeds() {
    return Trials.seeds(800);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void keyValueStores(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Twins<KeyValueStore<Bytes, byte[]>> twins = new Twins<>(seed, random);
    switch (random.nextInt(3)) {
      case 0 ->
          twins
              .add("rocksdb", Stores.persistentKeyValueStore(NAME)::get)
              .ours(MalkohaStores.keyValueStore(NAME)::get);
      case 1 ->
          twins
              .add("rocksdb", Stores.persistentTimestampedKeyValueStore(NAME)::get)
              .ours(MalkohaStores.timestampedKeyValueStore(NAME)::get);
      default ->
          twins
              .add("rocksdb", Stores.persistentTimestampedKeyValueStoreWithHeaders(NAME)::get)
              .ours(MalkohaStores.timestampedKeyValueStoreWithHeaders(NAME)::get);
    }
    twins.add("memory", Stores.inMemoryKeyValueStore(NAME)::get);
    twins.run(new KeyValueHistory(random, twins.all));
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

    Twins<S> add(String label, Supplier<S> maker) {
      all.add(new Twin<>(label, directory, config, maker));
      return this;
    }

    Twins<S> ours(Supplier<S> maker) {
      return OURS ? add("malkoha", maker) : this;
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
