package dev.malkoha.kafka.versioned;

import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.StreamTime;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.DroppedRecords;
import dev.malkoha.kafka.state.Isolation;
import dev.malkoha.kafka.state.PersistentStore;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.ResultOrder;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.jspecify.annotations.Nullable;

/**
 * A map from keys to values on disk that also says what a value was at a time, back to as much
 * before the newest record as its retention.
 */
public final class VersionedStore extends PersistentStore
    implements VersionedKeyValueStore<Bytes, byte[]> {

  private final Retention retention;
  private volatile StreamTime time;

  /** No version that was there when the store was opened has ended after this. */
  private volatile long endedBeforeOpening;

  private @Nullable DroppedRecords dropped;

  /**
   * A store of a name.
   *
   * @param retention a millisecond longer than the history, which can still be read at its end
   */
  VersionedStore(String name, Retention retention) {
    super(name);
    this.retention = retention;
    time = new StreamTime(retention);
  }

  @Override
  protected DataFormat.Kind kind() {
    return DataFormat.Kind.VERSIONED;
  }

  @Override
  protected void opened(StateStoreContext context) {
    dropped = DroppedRecords.of(name(), context);
    VersionHistory.useSegments(data(), retention);
    StreamTime reopened = new StreamTime(retention);
    Long committed = data().streamTime();
    reopened.see(committed == null ? Retention.NO_TIME : committed);
    long[] segments = history().segments();
    if (segments != null) {
      reopened.hold(segments[0]);
      reopened.see(retention.firstTime(segments[1]));
      endedBeforeOpening = retention.lastTime(segments[1]);
    }
    time = reopened;
  }

  @Override
  protected Long streamTime() {
    return time.now();
  }

  private VersionHistory history() {
    return history(data());
  }

  private VersionHistory history(StateReads data) {
    return new VersionHistory(data, retention);
  }

  /** Kafka asks for it since its release 4.4. */
  @SuppressWarnings("MissingOverride")
  public VersionedKeyValueStore<Bytes, byte[]> readOnly(IsolationLevel level) {
    return new VersionedView(this, reads(level));
  }

  /** No version has ended after it. */
  private long lastEnd() {
    return Math.max(time.now(), endedBeforeOpening);
  }

  private static byte[] bytes(Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null").get();
  }

  @Override
  public long put(Bytes key, byte @Nullable [] value, long timestamp) {
    byte[] bytes = bytes(key);
    if (isTooOld(timestamp)) {
      return PUT_RETURN_CODE_NOT_PUT;
    }
    WriteBatch batch = new WriteBatch();
    long end = put(batch, bytes, value, timestamp);
    data().write(batch);
    return end == Version.OPEN ? PUT_RETURN_CODE_VALID_TO_UNDEFINED : end;
  }

  private boolean isTooOld(long timestamp) {
    StateDb data = data();
    boolean old = time.isExpired(timestamp);
    if (old) {
      data.pass();
      Objects.requireNonNull(dropped).count(timestamp, time.oldestTime());
    }
    return old;
  }

  private long put(WriteBatch batch, byte[] key, byte @Nullable [] value, long timestamp) {
    time.see(timestamp);
    long end = history().put(batch, key, value, timestamp, lastEnd());
    time.hold(retention.segment(timestamp));
    if (time.hasDead()) {
      batch.deleteRange(VersionFormat.historyStart(), VersionFormat.start(time.dropDead()));
    }
    return end;
  }

  @Override
  public @Nullable VersionedRecord<byte[]> delete(Bytes key, long timestamp) {
    bytes(key);
    if (isTooOld(timestamp)) {
      return null;
    }
    VersionedRecord<byte[]> before = get(key, timestamp);
    put(key, null, timestamp);
    return before;
  }

  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key) {
    return get(data(), key);
  }

  @Nullable VersionedRecord<byte[]> get(StateReads data, Bytes key) {
    Version now = history(data).now(bytes(key));
    return now == null ? null : now.shown();
  }

  /** Below the history's retention only what is still so is known. */
  @Override
  public @Nullable VersionedRecord<byte[]> get(Bytes key, long asOfTimestamp) {
    return get(data(), key, asOfTimestamp);
  }

  @Nullable VersionedRecord<byte[]> get(StateReads data, Bytes key, long asOfTimestamp) {
    VersionHistory history = history(data);
    Version now = history.now(bytes(key));
    if (now != null && now.from() <= asOfTimestamp) {
      return now.shown();
    }
    Version ended =
        time.isExpired(asOfTimestamp) ? null : history.before(key.get(), now, asOfTimestamp);
    return ended == null ? null : ended.shown();
  }

  /** The versions that were there at some moment from one time to another, both inclusive. */
  List<VersionedRecord<byte[]>> between(
      StateReads data, Bytes key, long from, long to, boolean ascending) {
    List<Version> found = history(data).between(bytes(key), from, to);
    found.removeIf(version -> time.isExpired(to) && !version.isOpen());
    if (!ascending) {
      Collections.reverse(found);
    }
    return found.stream().map(Version::shown).map(Objects::requireNonNull).toList();
  }

  @Override
  @SuppressWarnings("unchecked") // the query says what it results in
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    if (query instanceof MultiVersionedKeyQuery<?, ?> versions) {
      StateReads reads = reads(Isolation.of(config));
      return answer(
          bound, config, () -> (R) answer(reads, (MultiVersionedKeyQuery<Bytes, byte[]>) versions));
    }
    return super.query(query, bound, config);
  }

  private VersionIterator answer(StateReads reads, MultiVersionedKeyQuery<Bytes, byte[]> query) {
    long from = query.fromTime().map(Instant::toEpochMilli).orElse(0L);
    long to = query.toTime().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
    boolean ascending = query.resultOrder() == ResultOrder.ASCENDING;
    return new VersionIterator(between(reads, query.key(), from, to, ascending));
  }

  /**
   * Each record rests on what the ones before it have led to, so that they are written one by one.
   */
  @Override
  protected void restore(Collection<ConsumerRecord<byte[], byte[]>> records, WriteBatch batch) {
    for (ConsumerRecord<byte[], byte[]> entry : records) {
      if (!time.isExpired(entry.timestamp())) {
        WriteBatch one = new WriteBatch();
        put(one, entry.key(), entry.value(), entry.timestamp());
        data().restorePart(one);
      }
    }
  }
}
