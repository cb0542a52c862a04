package dev.malkoha.kafka.window;

import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.segment.SegmentScan;
import dev.malkoha.kafka.segment.SegmentWalk;
import dev.malkoha.kafka.segment.Selection;
import dev.malkoha.kafka.segment.StreamTime;
import dev.malkoha.kafka.state.DroppedRecords;
import dev.malkoha.kafka.state.PersistentStore;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose entries have a time, and which forgets what is as old as its retention: the part
 * that windows and sessions have in common.
 *
 * <p>What is too old cannot be read from then on. It is thrown away later, when nothing of its
 * segment can be read any more, by one range delete over all such segments.
 */
abstract class SegmentedStore extends PersistentStore {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentedStore.class);

  private final SegmentKeys keys;
  private volatile StreamTime time;
  private @Nullable DroppedRecords dropped;

  SegmentedStore(String name, SegmentKeys keys, StateDb.Opener opener) {
    super(name, opener);
    this.keys = keys;
    time = new StreamTime(keys.retention());
  }

  final SegmentKeys keys() {
    return keys;
  }

  @Override
  protected final void opened(StateStoreContext context) {
    dropped = DroppedRecords.of(name(), context);
    data().useSegments(keys.retention().segmentMs(), keys::moved);
    time = timeOf(data());
  }

  /**
   * The stream time of a store that was written before: that of its last commit, or what its newest
   * segment shows if it was written after that.
   */
  private StreamTime timeOf(StateDb data) {
    Retention retention = keys.retention();
    StreamTime reopened = new StreamTime(retention);
    Long committed = data.streamTime();
    byte[] first = data.firstKey();
    byte[] last = data.lastKey();
    reopened.see(committed == null ? Retention.NO_TIME : committed);
    if (first != null && last != null) {
      reopened.hold(SegmentKeys.segment(first));
      reopened.see(retention.firstTime(SegmentKeys.segment(last)));
    }
    return reopened;
  }

  @Override
  protected final Long streamTime() {
    return time.now();
  }

  /** Sets the value of an entry, or removes it where the value is null; drops what is too old. */
  final void put(Bytes key, long entryTime, long tail, byte @Nullable [] value) {
    time.see(entryTime);
    if (time.isExpired(entryTime)) {
      Objects.requireNonNull(dropped, "not opened").count(entryTime, time.oldestTime());
      return;
    }
    byte[] entry = keys.entry(key, entryTime, tail);
    time.hold(SegmentKeys.segment(entry));
    if (time.hasDead()) {
      data().write(StateDb.put(withoutDead(new WriteBatch()), entry, value));
    } else {
      data().put(entry, value);
    }
  }

  /** Removes an entry if it can be read. */
  final void remove(Bytes key, long entryTime, long tail) {
    time.see(entryTime);
    if (!time.isExpired(entryTime)) {
      data().put(keys.entry(key, entryTime, tail), null);
    }
  }

  /** Adds the one range delete that takes all dead segments. */
  private WriteBatch withoutDead(WriteBatch batch) {
    byte[] first = SegmentKeys.first(0);
    return batch.deleteRange(first, SegmentKeys.first(time.dropDead()));
  }

  /** The value of an entry; null if there is none or it is too old. */
  final byte @Nullable [] get(StateReads data, Bytes key, long entryTime, long tail) {
    boolean isNone = tail < 0 || time.isExpired(entryTime);
    return isNone ? null : data.get(keys.entry(key, entryTime, tail));
  }

  /** The start of a walk over the selected entries that can be read. */
  final Supplier<SegmentWalk> walk(StateReads data, Selection asked, boolean forward) {
    StreamTime then = time;
    return () -> {
      Selection selection = asked.within(then.oldestTime(), then.newestTime());
      SegmentScan scan = new SegmentScan(keys, selection);
      return new SegmentWalk(data.scan(scan.range()), scan, forward);
    };
  }

  /** Says in the log where the ends of a range of keys are crossed, which selects nothing. */
  static void checkOrder(@Nullable Bytes keyFrom, @Nullable Bytes keyTo) {
    if (keyFrom != null && keyTo != null && keyFrom.compareTo(keyTo) > 0) {
      // these words are Kafka's: its users search their logs for them, and its tests do
      LOG.warn(
          "Returning empty iterator for fetch with invalid key range: from > to."
              + " This may be due to range arguments set in the wrong order,"
              + " or serdes that don't preserve ordering when lexicographically comparing the"
              + " serialized bytes."
              + " Note that the built-in numerical serdes do not follow this for negative numbers");
    }
  }

  @Override
  protected final void restore(
      Collection<ConsumerRecord<byte[], byte[]>> records, WriteBatch batch) {
    for (ConsumerRecord<byte[], byte[]> restored : records) {
      time.see(keys.time(keys.ofChangelog(restored.key())));
    }
    for (ConsumerRecord<byte[], byte[]> restored : records) {
      byte[] entry = keys.ofChangelog(restored.key());
      if (!time.isExpired(keys.time(entry))) {
        time.hold(SegmentKeys.segment(entry));
        StateDb.put(batch, entry, restored.value());
      }
    }
    if (time.hasDead()) {
      withoutDead(batch);
    }
  }
}
