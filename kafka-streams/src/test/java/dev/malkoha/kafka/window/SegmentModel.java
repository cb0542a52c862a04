package dev.malkoha.kafka.window;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.kafka.segment.Retention;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a store of windows or sessions should hold: a sorted map, in the order of segments and in
 * them of the keys that Kafka itself makes for its changelogs.
 */
final class SegmentModel {

  /**
   * Where an entry is.
   *
   * @param bytes its key in the changelog
   */
  record Place(Bytes key, long time, long tail, Bytes bytes) {}

  private final Retention retention;
  private final TreeMap<Place, byte[]> entries;
  private long now = Retention.NO_TIME;
  private long committed = Retention.NO_TIME;

  SegmentModel(Retention retention) {
    this.retention = retention;
    entries = new TreeMap<>(this::compare);
  }

  private int compare(Place a, Place b) {
    int bySegment = Long.compare(retention.segment(a.time), retention.segment(b.time));
    return bySegment == 0 ? a.bytes.compareTo(b.bytes) : bySegment;
  }

  long now() {
    return now;
  }

  /** The least time that can be read. */
  long oldestTime() {
    return Math.max(0, now - retention.retentionMs() + 1);
  }

  /** Puts, or removes where the value is null; whether it was not too late for that. */
  boolean put(Place place, byte @Nullable [] value) {
    now = Math.max(now, place.time);
    if (place.time < oldestTime()) {
      return false;
    }
    if (value == null) {
      entries.remove(place);
    } else {
      entries.put(place, value);
    }
    long live = retention.segment(oldestTime());
    entries.keySet().removeIf(old -> retention.segment(old.time) < live);
    return true;
  }

  /** Removes; this throws nothing else away. */
  void remove(Place place) {
    now = Math.max(now, place.time);
    if (place.time >= oldestTime()) {
      entries.remove(place);
    }
  }

  void commit() {
    committed = now;
  }

  /** The same at this moment. */
  SegmentModel copy() {
    SegmentModel copy = new SegmentModel(retention);
    copy.entries.putAll(entries);
    copy.now = now;
    copy.committed = committed;
    return copy;
  }

  /**
   * All that is held, though it may be too old to be read: the stream time that was committed, and
   * keys and values as they are stored.
   */
  List<String> held() {
    List<String> held = new ArrayList<>();
    held.add("committed at " + committed);
    entries.forEach(
        (place, value) -> held.add(held(retention.segment(place.time), place.bytes.get(), value)));
    return held;
  }

  /** What a store of the engine holds, in the same words. */
  static List<String> held(Db db) {
    List<String> held = new ArrayList<>();
    byte[] committed = db.keyspace("kafka").get("stream-time".getBytes(UTF_8));
    long time = committed == null ? Retention.NO_TIME : ByteBuffer.wrap(committed).getLong();
    held.add("committed at " + time);
    try (Entries entries = db.entries(KeyRange.all())) {
      for (Entry entry : entries) {
        byte[] key = Arrays.copyOfRange(entry.key(), Long.BYTES, entry.key().length);
        held.add(held(ByteBuffer.wrap(entry.key()).getLong(), key, entry.value()));
      }
    }
    return held;
  }

  private static String held(long segment, byte[] key, byte[] value) {
    return segment + ":" + HexFormat.of().formatHex(key) + "=" + new String(value, UTF_8);
  }

  /** What is left of the time when the store is opened without a commit. */
  void reopen() {
    now = committed;
    if (!entries.isEmpty()) {
      long last = retention.segment(entries.lastKey().time);
      now = Math.max(now, retention.firstTime(last));
    }
  }

  byte @Nullable [] get(Place place) {
    return place.time < oldestTime() ? null : entries.get(place);
  }

  /** What can be read and is asked for, in order. */
  List<String> select(Predicate<Place> asked, boolean forward) {
    List<String> found = new ArrayList<>();
    for (Map.Entry<Place, byte[]> entry : entries.entrySet()) {
      Place place = entry.getKey();
      if (place.time >= oldestTime() && asked.test(place)) {
        found.add(shown(place.key, place.time, place.tail, entry.getValue()));
      }
    }
    return forward ? found : found.reversed();
  }

  static String shown(Bytes key, long time, long tail, byte[] value) {
    return key + "@" + time + "/" + tail + "=" + new String(value, UTF_8);
  }

  static boolean isBetween(@Nullable Bytes from, Bytes key, @Nullable Bytes to) {
    return (from == null || from.compareTo(key) <= 0) && (to == null || key.compareTo(to) <= 0);
  }
}
