package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.MalkohaStoreSuppliers;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same topology over our stores and over Kafka's own in memory, record by record. */
class TopologyTwinsTest {

  private static final int RECORDS = 120;
  private static final Duration SIZE = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(4);

  /** No more often does Kafka look for windows that have closed. */
  private static final Duration EMIT_INTERVAL = Duration.ofSeconds(1);

  @TempDir private Path directory;

  /** Topologies that read topics a and b and write topic out. */
  enum Shape {
    TUMBLING(builder -> out(grouped(builder).windowedBy(tumbling()).count())),
    HOPPING(
        builder ->
            out(grouped(builder).windowedBy(tumbling().advanceBy(Duration.ofSeconds(3))).count())),
    SLIDING(builder -> out(grouped(builder).windowedBy(sliding()).reduce(String::concat))),
    SESSIONS(builder -> out(grouped(builder).windowedBy(sessions()).reduce(String::concat))),
    SUPPRESSED(
        builder ->
            out(
                grouped(builder)
                    .windowedBy(tumbling())
                    .count()
                    .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded())))),
    TUMBLING_ON_CLOSE(
        builder ->
            out(
                grouped(builder)
                    .windowedBy(tumbling())
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .count(Shape.<Long, WindowStore<Bytes, byte[]>>kept(Serdes.Long())))),
    SLIDING_ON_CLOSE(
        builder ->
            out(
                grouped(builder)
                    .windowedBy(sliding())
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .reduce(
                        String::concat,
                        Shape.<String, WindowStore<Bytes, byte[]>>kept(Serdes.String())))),
    SESSIONS_ON_CLOSE(
        builder ->
            out(
                grouped(builder)
                    .windowedBy(sessions())
                    .emitStrategy(EmitStrategy.onWindowClose())
                    .reduce(
                        String::concat,
                        Shape.<String, SessionStore<Bytes, byte[]>>kept(Serdes.String())))),
    INNER_JOIN(builder -> a(builder).join(b(builder), String::concat, join()).to("out")),
    LEFT_JOIN(builder -> a(builder).leftJoin(b(builder), (x, y) -> x + "+" + y, join()).to("out")),
    OUTER_JOIN(
        builder -> a(builder).outerJoin(b(builder), (x, y) -> x + "+" + y, join()).to("out"));

    @SuppressWarnings("ImmutableEnumChecker") // all of them are lambdas without state
    private final Consumer<StreamsBuilder> topology;

    Shape(Consumer<StreamsBuilder> topology) {
      this.topology = topology;
    }

    /** Kept so long that Kafka's stores in memory still have them when they are told of. */
    private static <V, S extends StateStore> Materialized<String, V, S> kept(Serde<V> serde) {
      return Materialized.<String, V, S>with(Serdes.String(), serde)
          .withRetention(Duration.ofMinutes(10));
    }

    private static KStream<String, String> a(StreamsBuilder builder) {
      return builder.stream("a");
    }

    private static KStream<String, String> b(StreamsBuilder builder) {
      return builder.stream("b");
    }

    private static KGroupedStream<String, String> grouped(StreamsBuilder builder) {
      return a(builder)
          .merge(b(builder))
          .groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
    }

    private static TimeWindows tumbling() {
      return TimeWindows.ofSizeAndGrace(SIZE, GRACE);
    }

    private static SlidingWindows sliding() {
      return SlidingWindows.ofTimeDifferenceAndGrace(SIZE, GRACE);
    }

    private static SessionWindows sessions() {
      return SessionWindows.ofInactivityGapAndGrace(Duration.ofSeconds(2), GRACE);
    }

    private static JoinWindows join() {
      return JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(3), GRACE);
    }

    private static void out(KTable<? extends Windowed<String>, ?> table) {
      table.toStream().map((key, value) -> KeyValue.pair(shown(key), "" + value)).to("out");
    }

    private static String shown(Windowed<String> key) {
      return key.key() + "@" + key.window().start() + "-" + key.window().end();
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysWhatItsTwinSays(Shape shape) {
    compare(shape, "DEFAULT", 0);
  }

  @ParameterizedTest
  @EnumSource
  void saysWhatItsTwinSaysWithHeadersBehindACache(Shape shape) {
    compare(shape, "HEADERS", 1 << 20);
  }

  private void compare(Shape shape, String format, int cacheBytes) {
    int written = 0;
    try (Run ours = run(shape, MalkohaStoreSuppliers.class, format, cacheBytes);
        Run theirs =
            run(
                shape,
                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class,
                format,
                cacheBytes)) {
      Random random = new Random(Trials.seed());
      long now = 1_700_000_000_000L;
      for (int i = 0; i < RECORDS; i++) {
        now += random.nextInt(50) == 0 ? 100_000 : random.nextInt(800);
        long time = now - (random.nextInt(4) == 0 ? random.nextInt(20_000) : 0);
        String key = "k".repeat(random.nextInt(4));
        String topic = random.nextBoolean() ? "a" : "b";
        String value = Integer.toString(i, 36);
        List<String> expected = theirs.pipe(topic, key, value, time);
        assertEquals(
            expected,
            ours.pipe(topic, key, value, time),
            Trials.replay(TopologyTwinsTest.class) + ", record " + i);
        written += expected.size();
      }
    }
    assertTrue(written > RECORDS / 10, "too little was written: " + written);
  }

  private Run run(
      Shape shape, Class<? extends DslStoreSuppliers> suppliers, String format, int cacheBytes) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "twins");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    properties.put(
        StreamsConfig.STATE_DIR_CONFIG, directory.resolve(suppliers.getSimpleName()).toString());
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, suppliers);
    properties.put(StreamsConfig.DSL_STORE_FORMAT_CONFIG, format);
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
    StreamsBuilder builder = new StreamsBuilder();
    shape.topology.accept(builder);
    return new Run(new TopologyTestDriver(builder.build(properties), properties));
  }

  /** One topology at work. */
  private static final class Run implements AutoCloseable {

    private final TopologyTestDriver driver;
    private final TestOutputTopic<String, String> out;

    Run(TopologyTestDriver driver) {
      this.driver = driver;
      out = driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
    }

    /** What a record leads to, sorted: which of several comes first is up to the store. */
    List<String> pipe(String topic, String key, String value, long time) {
      TestInputTopic<String, String> in =
          driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
      driver.advanceWallClockTime(EMIT_INTERVAL);
      in.pipeInput(key, value, Instant.ofEpochMilli(time));
      return out.readRecordsToList().stream().map(Run::shown).sorted().toList();
    }

    private static String shown(TestRecord<String, String> record) {
      return record.key() + "=" + record.value() + " at " + record.timestamp();
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
