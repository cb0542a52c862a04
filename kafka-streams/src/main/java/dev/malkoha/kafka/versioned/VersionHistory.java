package dev.malkoha.kafka.versioned;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
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

  private final StateReads data;
  private final VersionFormat format;

  VersionHistory(StateReads data, Retention retention) {
    this.data = data;
    this.format = new VersionFormat(retention);
  }

  /** A key's present value; null if it is absent. */
  @Nullable Version now(byte[] key) {
    byte[] value = data.get(VersionFormat.now(key));
    return value == null ? null : VersionFormat.readNow(value);
  }

  /**
   * What a key was at a time before that of now began; null if it was absent, or nobody knows.
   *
   * @param now null if the key is absent now
   * @param time 0 or more
   */
  @Nullable Version before(byte[] key, @Nullable Version now, long time) {
    Version ended = firstEndingAbove(key, time, now == null ? Long.MAX_VALUE : now.from());
    return ended != null && ended.from() <= time ? ended : null;
  }

  /**
   * The first version of a key to end above a time; null if none.
   *
   * @param atMost no version of the key has ended after it
   */
  private @Nullable Version firstEndingAbove(byte[] key, long time, long atMost) {
    if (atMost <= time) {
      return null;
    }
    return data.reading(
        () -> {
          try (VersionWalk walk = walk(key, VersionFormat.historyStart())) {
            return walk.firstEndingAbove(time, atMost);
          }
        });
  }

  private VersionWalk walk(byte[] key, byte[] from) {
    return new VersionWalk(data.scan(KeyRange.atLeast(from)), format, key);
  }

  /**
   * The versions of a key that were there at some moment from {@code from} to {@code to} (both
   * inclusive), in the order of time: all as of one moment of the store.
   */
  List<Version> between(byte[] key, long from, long to) {
    List<Version> found = data.reading(() -> all(key, Math.max(0, from), to));
    found.removeIf(version -> version.value() == null);
    return found;
  }

  private List<Version> all(byte[] key, long from, long to) {
    List<Version> found = new ArrayList<>();
    try (VersionWalk walk = walk(key, VersionFormat.now(key))) {
      Version now = walk.now();
      long atMost = now == null ? Long.MAX_VALUE : now.from();
      Version ended = walk.firstEndingAbove(from, atMost);
      while (ended != null && ended.from() <= to) {
        found.add(ended);
        ended = walk.next(atMost);
      }
      if (now != null && now.from() <= to) {
        found.add(now);
      }
    }
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

  /** Gives versions the keys that they have with segments of the present length. */
  static void useSegments(StateDb data, Retention retention) {
    data.useSegments(retention.segmentMs(), new VersionFormat(retention)::moved);
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
