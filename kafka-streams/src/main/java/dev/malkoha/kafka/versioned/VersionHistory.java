package dev.malkoha.kafka.versioned;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.state.StateDb;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The versions of all keys in a store's data: finds them, and says what of them a new one changes.
 *
 * <p>Of a key no two versions share a moment. That of now, if the key is there, begins where or
 * after all others end. Where it is not there, some version ends at the moment it was removed, so
 * that this is known; and be it one that lasted no time.
 */
final class VersionHistory {

  private final StateDb data;
  private final VersionFormat format;

  VersionHistory(StateDb data, Retention retention) {
    this.data = data;
    this.format = new VersionFormat(retention);
  }

  /** What a key is now; null if it is absent. */
  @Nullable Version now(byte[] key) {
    byte[] value = data.get(VersionFormat.now(key));
    return value == null ? null : VersionFormat.readNow(value);
  }

  /**
   * What a key was at a time; null if it was absent, or nobody knows.
   *
   * @param streamTime no version has ended after it
   */
  @Nullable Version at(byte[] key, long time, long streamTime) {
    Version now = now(key);
    if (now != null && now.from() <= time) {
      return now;
    }
    if (time < 0) {
      return null;
    }
    Version ended = firstEndingAbove(key, time, now == null ? streamTime : now.from());
    return ended != null && ended.from() <= time ? ended : null;
  }

  /** The first version of a key to end above a time, but not above another one; null if none. */
  private @Nullable Version firstEndingAbove(byte[] key, long time, long atMost) {
    long last = atMost > time ? segment(atMost) : -1;
    for (long segment = segment(time); segment <= last; segment++) {
      try (KeyValueIterator<Bytes, byte[]> versions =
          data.entries(VersionFormat.endingAbove(key, segment, time), true)) {
        if (versions.hasNext()) {
          return read(versions.next());
        }
      }
    }
    return null;
  }

  private long segment(long time) {
    return format.retention().segment(time);
  }

  private static Version read(KeyValue<Bytes, byte[]> entry) {
    return VersionFormat.readUntil(entry.key.get(), entry.value);
  }

  /**
   * The versions of a key that were there at some moment from {@code from} to {@code to} (both
   * inclusive), in the order of time.
   *
   * @param streamTime no version has ended after it
   */
  List<Version> between(byte[] key, long from, long to, long streamTime) {
    List<Version> found = new ArrayList<>();
    Version now = now(key);
    long last = segment(now == null ? streamTime : now.from());
    long after = Math.max(0, from);
    for (long segment = segment(after); segment <= last; segment++) {
      try (KeyValueIterator<Bytes, byte[]> versions =
          data.entries(VersionFormat.endingAbove(key, segment, after), true)) {
        versions.forEachRemaining(entry -> found.add(read(entry)));
      }
    }
    if (now != null) {
      found.add(now);
    }
    found.removeIf(version -> version.value() == null || version.from() > to);
    return found;
  }

  /**
   * Adds to a batch that a key has another value from a time on, until the version of the next
   * later time if there is one.
   *
   * @param value null if the key is removed
   * @param streamTime no version has ended after it
   * @return until when: {@link Version#OPEN} if nothing later is known
   */
  long put(WriteBatch batch, byte[] key, byte @Nullable [] value, long time, long streamTime) {
    Version now = now(key);
    if (now != null && now.from() == time) {
      return putNow(batch, key, value, time);
    }
    long atMost = now == null ? streamTime : now.from();
    Version next = firstEndingAbove(key, time, atMost);
    if (next != null) {
      return putBefore(batch, key, next, value, time);
    }
    if (now != null && now.from() > time) {
      return putPast(batch, key, new Version(time, now.from(), value));
    }
    if (now != null) {
      putPast(batch, key, now.endingAt(time));
      return putNow(batch, key, value, time, true);
    }
    return putNow(batch, key, value, time);
  }

  private long putNow(WriteBatch batch, byte[] key, byte @Nullable [] value, long time) {
    boolean known = value != null || data.get(format.until(key, time)) != null;
    return putNow(batch, key, value, time, known);
  }

  /** Sets what the key is now; {@code known} is whether a version ends where this begins. */
  private long putNow(
      WriteBatch batch, byte[] key, byte @Nullable [] value, long time, boolean known) {
    if (value == null) {
      batch.delete(VersionFormat.now(key));
      if (!known) {
        putPast(batch, key, new Version(time, time, null));
      }
    } else {
      batch.put(VersionFormat.now(key), VersionFormat.nowValue(time, value));
    }
    return Version.OPEN;
  }

  /** Sets what the key was from a time on, where {@code next} is the first version to end later. */
  private long putBefore(
      WriteBatch batch, byte[] key, Version next, byte @Nullable [] value, long time) {
    if (next.from() > time) {
      return putPast(batch, key, new Version(time, next.from(), value));
    }
    if (next.from() < time) {
      putPast(batch, key, next.endingAt(time));
    }
    return putPast(batch, key, new Version(time, next.to(), value));
  }

  private long putPast(WriteBatch batch, byte[] key, Version version) {
    batch.put(format.until(key, version.to()), VersionFormat.untilValue(version));
    return version.to();
  }

  /** The first and the last segment in which a version ended; null if there is none. */
  long @Nullable [] segments() {
    KeyRange all = KeyRange.atLeast(VersionFormat.historyStart());
    try (KeyValueIterator<Bytes, byte[]> first = data.entries(all, true);
        KeyValueIterator<Bytes, byte[]> last = data.entries(all, false)) {
      return first.hasNext() && last.hasNext()
          ? new long[] {segment(first.peekNextKey()), segment(last.peekNextKey())}
          : null;
    }
  }

  private static long segment(Bytes entry) {
    return VersionFormat.segment(entry.get());
  }
}
