package dev.malkoha.kafka.keyvalue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.Task;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.LogCaptureAppender;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.ChangelogRecordDeserializationHelper;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.TimestampedKeyQuery;
import org.apache.kafka.streams.state.HeadersBytesStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.apache.kafka.streams.state.internals.PositionSerde;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a key-value store does beside what Kafka's own tests of all such stores ask. */
class KeyValueStoreTest {

  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);
  private static final int LEAST_MEMORY = 4 << 20;
  private static final QueryConfig PLAIN_QUERY = new QueryConfig(false);

  @TempDir private Path directory;
  private Task task;
  private PlainKeyValueStore store;

  @BeforeEach
  void open() {
    task = new Task(directory);
    store = task.open(new PlainKeyValueStore("kv"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void reopen() {
    store.close();
    store = task.open(new PlainKeyValueStore("kv"));
  }

  private static Bytes key(String key) {
    return Bytes.wrap(key.getBytes(UTF_8));
  }

  private static byte[] value(String value) {
    return value.getBytes(UTF_8);
  }

  private void put(String... keys) {
    for (String key : keys) {
      task.nextRecord();
      store.put(key(key), value(key));
    }
  }

  private static String said(Throwable refused) {
    return String.valueOf(refused.getMessage());
  }

  private static List<String> values(KeyValueIterator<Bytes, byte[]> entries) {
    List<String> values = new ArrayList<>();
    try (entries) {
      entries.forEachRemaining(entry -> values.add(new String(entry.value, UTF_8)));
    }
    return values;
  }

  @Test
  void liesInADirectoryOfItsName() throws Exception {
    put("a");
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of("kv"), files.map(f -> f.getFileName().toString()).toList());
    }
    assertTrue(store.persistent());
  }

  @Test
  void storesOfATaskLieBesideEachOther() {
    PlainKeyValueStore other = task.open(new PlainKeyValueStore("other"));
    put("a");
    assertNull(other.get(key("a")));
    other.close();
    assertArrayEquals(value("a"), store.get(key("a")));
  }

  @Test
  void formatsAreWhatKafkaAsksFor() {
    assertInstanceOf(TimestampedBytesStore.class, new TimestampedKeyValueStore("x"));
    assertInstanceOf(HeadersBytesStore.class, new HeadersKeyValueStore("x"));
    assertFalse((Object) store instanceof TimestampedBytesStore);
  }

  @Test
  void aPrefixOfGreatestBytesIsFoundToItsEnd() {
    byte[][] keys = {{(byte) 0xFE, 1}, {(byte) 0xFF}, {(byte) 0xFF, 0}, {(byte) 0xFF, (byte) 0xFF}};
    for (byte[] key : keys) {
      store.put(Bytes.wrap(key), new byte[] {(byte) key.length});
    }
    try (KeyValueIterator<Bytes, byte[]> found =
        store.prefixScan(Bytes.wrap(new byte[] {(byte) 0xFF}), new BytesSerializer())) {
      assertArrayEquals(keys[1], found.next().key.get());
      assertArrayEquals(keys[2], found.next().key.get());
      assertArrayEquals(keys[3], found.next().key.get());
      assertFalse(found.hasNext());
    }
  }

  @Test
  void aPrefixIsOfBytesNotOfLetters() {
    put("abc", "abcd", "abce", "ab", "bcd", "xy");
    assertEquals(
        List.of("abc", "abcd", "abce"), values(store.prefixScan("abc", new StringSerializer())));
    assertEquals(List.of(), values(store.prefixScan("z", new StringSerializer())));
  }

  @Test
  void aPrefixMayBeOfAnotherTypeThanTheKeys() {
    UUID one = UUID.randomUUID();
    UUID other = UUID.randomUUID();
    put(one + "-a", other + "-b", one + "-c");
    List<String> found = values(store.prefixScan(one, new UUIDSerializer()));
    assertEquals(List.of(one + "-a", one + "-c"), found);
  }

  @Test
  void anIteratorEndsWithTheStore() {
    put("a", "b");
    KeyValueIterator<Bytes, byte[]> fresh = store.all();
    KeyValueIterator<Bytes, byte[]> begun = store.all();
    begun.next();
    assertTrue(begun.hasNext());
    store.close();
    assertThrows(InvalidStateStoreException.class, fresh::hasNext);
    assertThrows(InvalidStateStoreException.class, begun::hasNext);
    assertThrows(InvalidStateStoreException.class, begun::peekNextKey);
    assertThrows(InvalidStateStoreException.class, begun::next);
    fresh.close();
    begun.close();
  }

  @Test
  void aClosedIteratorSaysSo() {
    put("a");
    KeyValueIterator<Bytes, byte[]> all = store.all();
    all.close();
    all.close();
    assertThrows(InvalidStateStoreException.class, all::hasNext);
  }

  @Test
  void anIteratorShowsTheMomentOfItsMaking() {
    put("a", "b");
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      put("c");
      store.delete(key("b"));
      assertEquals(key("a"), all.next().key);
      assertEquals(key("b"), all.next().key);
      assertFalse(all.hasNext());
    }
  }

  @Test
  void aClosedStoreSaysSo() {
    put("a");
    store.close();
    store.close();
    assertFalse(store.isOpen());
    assertThrows(InvalidStateStoreException.class, () -> store.get(key("a")));
    assertThrows(InvalidStateStoreException.class, () -> store.put(key("a"), value("b")));
    assertThrows(InvalidStateStoreException.class, () -> store.all());
    assertThrows(InvalidStateStoreException.class, () -> store.commit(Map.of(CHANGELOG, 1L)));
    assertThrows(InvalidStateStoreException.class, store::approximateNumEntries);
  }

  @Test
  void aStoreThatWasNeverOpenedSaysSo() {
    PlainKeyValueStore fresh = new PlainKeyValueStore("fresh");
    assertFalse(fresh.isOpen());
    fresh.close();
    assertThrows(InvalidStateStoreException.class, () -> fresh.get(key("a")));
  }

  @Test
  void dataOffsetAndPositionAreThereAfterReopening() {
    put("a", "b");
    Position position = store.getPosition().copy();
    assertNull(store.committedOffset(CHANGELOG));
    store.commit(Map.of(CHANGELOG, 17L));
    reopen();
    assertArrayEquals(value("a"), store.get(key("a")));
    assertEquals(17L, store.committedOffset(CHANGELOG));
    assertEquals(position, store.getPosition());
    assertEquals(Position.emptyPosition().withComponent(Task.INPUT, 0, 1), position);
  }

  @Test
  void aRecordThatLedToNothingMovesThePositionThatIsCommitted() {
    Map<TopicPartition, Long> offsets = Map.of(CHANGELOG, 17L);
    put("a", "b");
    store.commit(offsets);
    task.nextRecord();
    assertNull(store.delete(key("c")));
    Position position = store.getPosition().copy();
    store.commit(offsets);
    reopen();
    assertEquals(position, store.getPosition());
  }

  @Test
  void aCommitWithoutOffsetsForgetsAll() {
    TopicPartition other = new TopicPartition("changelog", 1);
    store.commit(Map.of(CHANGELOG, 17L, other, 18L));
    Map<TopicPartition, Long> one = new HashMap<>();
    one.put(other, null);
    store.commit(one);
    assertNull(store.committedOffset(other));
    assertEquals(17L, store.committedOffset(CHANGELOG));
    store.commit(Map.of());
    reopen();
    assertNull(store.committedOffset(CHANGELOG));
  }

  @Test
  void anEmptyStoreTakesNoOffsetsOfTheStoreThatWasThereBefore() throws Exception {
    Path left = directory.resolve(".checkpoint");
    Files.writeString(left, "0\n1\nchangelog 0 17\n");
    store.commit(Map.of(CHANGELOG, 17L));
    assertNull(store.committedOffset(CHANGELOG));
    task.restore(store, List.of(Task.changelog(value("a"), value("1"), 0)));
    store.commit(Map.of(CHANGELOG, 1L));
    assertEquals(1L, store.committedOffset(CHANGELOG));
    store.commit(Map.of(CHANGELOG, 2L));
    assertEquals(2L, store.committedOffset(CHANGELOG));
  }

  @Test
  void aStoreWithDataTakesNoOffsetsOfOneThatWasInItsPlaceMeanwhile() throws Exception {
    put("a");
    store.commit(Map.of(CHANGELOG, 10L));
    reopen();
    Path left = Files.writeString(directory.resolve(".checkpoint"), "0\n1\nchangelog 0 100\n");
    try (LogCaptureAppender log = LogCaptureAppender.createAndRegister(StateDb.class)) {
      store.commit(Map.of(CHANGELOG, 100L));
      assertTrue(log.getMessages().getFirst().contains(".checkpoint"), log.getMessages()::toString);
    }
    assertEquals(10L, store.committedOffset(CHANGELOG));
    Files.delete(left);
    task.restore(store, List.of(Task.changelog(value("b"), value("b"), 0)));
    store.commit(Map.of(CHANGELOG, 11L));
    assertEquals(11L, store.committedOffset(CHANGELOG));
  }

  @Test
  void offsetsOfAnotherStoreCoverNoWrites() throws Exception {
    put("a");
    store.commit(Map.of(CHANGELOG, 10L));
    store.close();
    leaveUncommitted();
    reopen();
    Files.writeString(directory.resolve(".checkpoint"), "0\n1\nchangelog 0 100\n");
    store.commit(Map.of(CHANGELOG, 100L));
    assertEquals(10L, store.committedOffset(CHANGELOG));
    store.commit(Map.of(CHANGELOG, 10L));
    task.with(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    reopen();
    assertNull(store.get(key("a")));
    assertNull(store.committedOffset(CHANGELOG));
  }

  /** Leaves a store as a crash of an older release did, which made no marks. */
  private void leaveUncommitted() {
    try (Db db = Db.open(directory.resolve("kv"))) {
      db.put(value("left"), value("left"));
      db.keyspace("kafka").put(value("uncommitted"), new byte[0]);
    }
  }

  @Test
  void whatWasWrittenSinceTheOpeningMayBeCommittedBesideOldOffsets() throws Exception {
    Files.writeString(directory.resolve(".checkpoint"), "0\n1\nchangelog 0 100\n");
    put("a");
    store.commit(Map.of(CHANGELOG, 1L));
    assertEquals(1L, store.committedOffset(CHANGELOG));
  }

  @Test
  void anEmptyStoreMayHaveOffsets() {
    store.commit(Map.of(CHANGELOG, 17L));
    assertEquals(17L, store.committedOffset(CHANGELOG));
  }

  @Test
  void anOffsetOfTheWrongLengthIsRefused() {
    store.commit(Map.of(CHANGELOG, 17L));
    store.close();
    try (Db db = Db.open(directory.resolve("kv"))) {
      Keyspace ledger = db.keyspace("kafka");
      ledger.put(value("offset/changelog-0"), ByteBuffer.allocate(4).putInt(1).array());
    }
    reopen();
    ProcessorStateException refused =
        assertThrows(ProcessorStateException.class, () -> store.committedOffset(CHANGELOG));
    assertTrue(said(refused).contains("4 bytes in place of 8"), said(refused));
  }

  @Test
  void aPositionOfNoUseIsRefusedAtOpening() {
    store.close();
    try (Db db = Db.open(directory.resolve("kv"))) {
      db.keyspace("kafka").put(value("position"), value("nonsense"));
    }
    ProcessorStateException refused = assertThrows(ProcessorStateException.class, this::reopen);
    assertTrue(said(refused).contains("position"), said(refused));
  }

  @Test
  void aDamagedStoreIsRefusedAtOpening() throws Exception {
    put("a");
    store.close();
    Path current = directory.resolve("kv").resolve("CURRENT");
    Files.write(current, new byte[] {1, 2, 3}, StandardOpenOption.TRUNCATE_EXISTING);
    ProcessorStateException refused = assertThrows(ProcessorStateException.class, this::reopen);
    assertTrue(said(refused).contains("kv"), said(refused));
  }

  @Test
  void aConfigurationOfNoUseIsRefused() {
    store.close();
    task.with("malkoha.memory.bytes", "a lot");
    ConfigException refused =
        assertThrows(ConfigException.class, () -> task.open(new PlainKeyValueStore("kv")));
    assertTrue(said(refused).contains("malkoha.memory.bytes"), said(refused));
  }

  @Test
  void theNumberOfEntriesIsEstimated() {
    assertEquals(0, store.approximateNumEntries());
    put("a", "b", "c");
    assertEquals(3, store.approximateNumEntries());
  }

  @Test
  void whatIsRestoredTwiceIsThereOnce() {
    List<ConsumerRecord<byte[], byte[]>> changelog =
        List.of(
            Task.changelog(value("a"), value("1"), 0),
            Task.changelog(value("b"), value("2"), 0),
            Task.changelog(value("a"), null, 0));
    task.restore(store, changelog.subList(0, 2));
    reopen();
    assertEquals(0L, store.committedOffset(CHANGELOG));
    task.restore(store, changelog);
    assertEquals(List.of("2"), values(store.all()));
  }

  @Test
  void answersQueriesOfAKeyAndOfARange() {
    put("a", "b", "c");
    QueryResult<byte[]> one = query(KeyQuery.withKey(key("b")), PositionBound.unbounded());
    assertArrayEquals(value("b"), one.getResult());
    assertEquals(store.getPosition(), one.getPosition());
    QueryResult<KeyValueIterator<Bytes, byte[]>> some =
        query(RangeQuery.withRange(key("b"), key("c")), PositionBound.unbounded());
    assertEquals(List.of("b", "c"), values(some.getResult()));
    RangeQuery<Bytes, byte[]> back = RangeQuery.<Bytes, byte[]>withNoBounds().withDescendingKeys();
    QueryResult<KeyValueIterator<Bytes, byte[]>> all = query(back, PositionBound.unbounded());
    assertEquals(List.of("c", "b", "a"), values(all.getResult()));
  }

  @SuppressWarnings("unchecked") // raw bytes are what the store itself holds
  private <R> QueryResult<R> query(Query<?> query, PositionBound bound) {
    return (QueryResult<R>) store.query(query, bound, PLAIN_QUERY);
  }

  @Test
  void answersQueriesOfTimestampedValuesWithHeaders() {
    TimestampedKeyValueStoreWithHeaders<String, String> typed =
        task.open(
            Stores.timestampedKeyValueStoreWithHeadersBuilder(
                    new KeyValueSupplier("typed", DslStoreFormat.HEADERS),
                    Serdes.String(),
                    Serdes.String())
                .withLoggingDisabled()
                .build());
    task.nextRecord();
    typed.put("a", ValueTimestampHeaders.make("b", 17, new RecordHeaders()));
    QueryResult<String> value =
        typed.query(KeyQuery.withKey("a"), PositionBound.unbounded(), PLAIN_QUERY);
    assertEquals("b", value.getResult());
    QueryResult<ValueAndTimestamp<String>> dated =
        typed.query(TimestampedKeyQuery.withKey("a"), PositionBound.unbounded(), PLAIN_QUERY);
    assertEquals(ValueAndTimestamp.make("b", 17), dated.getResult());
    typed.close();
  }

  @Test
  void answersNoQueryBeforeThePositionThatItAsksFor() {
    put("a");
    Position reached = store.getPosition().copy();
    Position ahead = Position.emptyPosition().withComponent(Task.INPUT, 0, 1);
    KeyQuery<Bytes, byte[]> query = KeyQuery.withKey(key("a"));
    assertTrue(query(query, PositionBound.at(reached)).isSuccess());
    QueryResult<byte[]> early = query(query, PositionBound.at(ahead));
    assertEquals(FailureReason.NOT_UP_TO_BOUND, early.getFailureReason());
    task.nextRecord();
    store.delete(key("nothing there"));
    assertTrue(query(query, PositionBound.at(ahead)).isSuccess());
  }

  @Test
  void figuresAreInTheMetricsOfTheTaskWhileTheStoreIsOpen() {
    KeyValueStore<String, String> whole =
        Stores.keyValueStoreBuilder(
                new KeyValueSupplier("measured", DslStoreFormat.PLAIN),
                Serdes.String(),
                Serdes.String())
            .withLoggingDisabled()
            .build();
    task.open(whole);
    whole.put("a", "b");
    assertEquals(BigInteger.ONE, metric("estimate-num-keys"));
    assertEquals(BigInteger.valueOf(2 << 20), metric("block-cache-capacity"));
    assertInstanceOf(BigInteger.class, metric("cur-size-all-mem-tables"));
    assertNotEquals(BigInteger.ZERO, metric("cur-size-all-mem-tables"));
    assertEquals(BigInteger.ZERO, metric("background-errors"));
    whole.close();
    assertNull(metric("estimate-num-keys"));
  }

  @Test
  void figuresAreThoseOfTheStoreThatIsOpenAfterOneThatWasRefused() throws Exception {
    store.close();
    KeyValueStore<String, String> whole =
        Stores.keyValueStoreBuilder(
                new KeyValueSupplier("measured", DslStoreFormat.PLAIN),
                Serdes.String(),
                Serdes.String())
            .withLoggingDisabled()
            .build();
    task.open(whole);
    whole.close();
    try (Db db = Db.open(directory.resolve("measured"))) {
      db.put(value("left"), value("left"));
      db.keyspace("kafka").put(value("format"), value("unknown"));
    }
    assertThrows(ProcessorStateException.class, () -> task.open(whole));
    assertNull(metric("estimate-num-keys"));
    Utils.delete(directory.resolve("measured").toFile());
    whole.init(task.context(), whole); // as a task does that is revived
    whole.put("a", "b");
    whole.put("b", "b");
    assertEquals(BigInteger.TWO, metric("estimate-num-keys"));
    whole.close();
    assertNull(metric("estimate-num-keys"));
  }

  @Test
  void figuresThatAreLeftInTheMetricsAreOfTheNextOpening() {
    store.put(key("a"), value("a"));
    StateStoreContext context = task.context();
    assertEquals(BigInteger.ONE, metric("kv", "estimate-num-keys"));
    store.commit(Map.of());
    store.close();
    assertEquals(BigInteger.ZERO, metric("kv", "estimate-num-keys"));
    store.init(context, store);
    store.put(key("b"), value("b"));
    assertEquals(BigInteger.TWO, metric("kv", "estimate-num-keys"));
  }

  private @Nullable Object metric(String name) {
    return metric("measured", name);
  }

  private @Nullable Object metric(String of, String name) {
    return task.context().metrics().metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(name))
        .filter(metric -> of.equals(metric.metricName().tags().get("malkoha-state-id")))
        .map(Metric::metricValue)
        .findFirst()
        .orElse(null);
  }

  private void reopenWithLeastMemory() {
    store.close();
    task.with("malkoha.memory.bytes", LEAST_MEMORY);
    store = task.open(new PlainKeyValueStore("kv"));
  }

  private static byte[] large(int bytes) {
    byte[] value = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(value);
    return value;
  }

  @Test
  void moreThanMemoryHoldsIsRestoredAtOnce() {
    reopenWithLeastMemory();
    List<ConsumerRecord<byte[], byte[]>> changelog = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      changelog.add(Task.changelog(value("k" + i), large(5000), 0));
    }
    task.restore(store, changelog);
    assertArrayEquals(large(5000), store.get(key("k0")));
    assertArrayEquals(large(5000), store.get(key("k999")));
  }

  @Test
  void moreThanMemoryHoldsIsPutAtOnce() {
    reopenWithLeastMemory();
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      entries.add(new KeyValue<>(key("k" + i), large(5000)));
    }
    store.putAll(entries);
    assertArrayEquals(large(5000), store.get(key("k0")));
    assertArrayEquals(large(5000), store.get(key("k999")));
  }

  @Test
  void theLargestRecordOfKafkaFitsTheLeastMemory() {
    reopenWithLeastMemory();
    for (int i = 0; i < 10; i++) {
      store.put(key("k" + i), large(1 << 20));
    }
    for (int i = 0; i < 10; i++) {
      assertArrayEquals(large(1 << 20), store.get(key("k" + i)));
    }
  }

  @Test
  void aValueThatNoMemoryHoldsIsRefusedWithWhatToDo() {
    reopenWithLeastMemory();
    long most = LEAST_MEMORY / 64 * 49;
    PlainKeyValueStore other = task.open(new PlainKeyValueStore("other"));
    store.put(key("a"), large((int) (most / 100 * 95)));
    for (int i = 0; i < 2; i++) { // after what is not committed and after a commit
      ProcessorStateException refused =
          assertThrows(
              ProcessorStateException.class,
              () -> store.put(key("b"), large((int) (most / 100 * 105))));
      assertTrue(
          said(refused).contains("malkoha.memory.bytes = 4194304")
              && said(refused).contains(Long.toString(most)),
          said(refused));
      store.commit(Map.of());
    }
    assertNull(store.get(key("b")));
    other.close();
  }

  @Test
  void aNullKeyAmongManyLeavesAllOut() {
    List<KeyValue<Bytes, byte[]>> entries =
        List.of(new KeyValue<>(key("a"), value("1")), new KeyValue<>(null, value("2")));
    assertThrows(NullPointerException.class, () -> store.putAll(entries));
    assertNull(store.get(key("a")));
  }

  @Test
  void whatIsRestoredMovesThePositionOnceItIsThere() {
    store.close();
    task.with(StreamsConfig.InternalConfig.IQ_CONSISTENCY_OFFSET_VECTOR_ENABLED, true);
    store = task.open(new PlainKeyValueStore("kv"));
    task.restore(store, List.of(changelog("a", 10, 7)));
    assertEquals(7L, store.getPosition().getPartitionPositions(Task.INPUT).get(0));
    List<ConsumerRecord<byte[], byte[]>> some =
        List.of(changelog("b", 10, 8), changelog("c", 16 << 20, 9));
    assertThrows(ProcessorStateException.class, () -> task.restore(store, some));
    assertEquals(8L, store.getPosition().getPartitionPositions(Task.INPUT).get(0));
    assertArrayEquals(large(10), store.get(key("b")));
  }

  /** A record of a changelog that says where its record is in the input. */
  private static ConsumerRecord<byte[], byte[]> changelog(String key, int bytes, long position) {
    ConsumerRecord<byte[], byte[]> logged = Task.changelog(value(key), large(bytes), 0);
    Position reached = Position.emptyPosition().withComponent(Task.INPUT, 0, position);
    logged
        .headers()
        .add(ChangelogRecordDeserializationHelper.CHANGELOG_VERSION_HEADER_RECORD_CONSISTENCY)
        .add(
            ChangelogRecordDeserializationHelper.CHANGELOG_POSITION_HEADER_KEY,
            PositionSerde.serialize(reached).array());
    return logged;
  }

  @Test
  void entriesOfOneBatchMayBeOfTheSameKey() {
    store.putAll(
        List.of(
            new KeyValue<>(key("a"), value("1")),
            new KeyValue<>(key("a"), value("2")),
            new KeyValue<>(key("b"), null)));
    assertEquals(List.of("2"), values(store.all()));
  }
}
