package dev.malkoha.kafka.segment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.ProcessorStateException;

/**
 * How windows and sessions are keys of a store: the segment's number (8 bytes), then the key as it
 * is in the changelog, which is the user's key, a time (8 bytes) and a tail. Numbers are big-endian
 * and not negative.
 *
 * <p>A window's time is its start and its tail the sequence number (4 bytes) that tells duplicates
 * apart; a session's time is its end and its tail its start (8 bytes). So the order is Kafka's:
 * segment by segment, and in each the bytes of the changelog's keys. The parts after the user's key
 * have a fixed length, and so no two entries share a key, whatever bytes the user's keys have.
 *
 * <p>Immutable.
 */
public final class SegmentKeys {

  static final int SEGMENT_BYTES = Long.BYTES;

  private final Retention retention;
  private final int tailBytes;

  private SegmentKeys(Retention retention, int tailBytes) {
    this.retention = retention;
    this.tailBytes = tailBytes;
  }

  /** Keys of windows. */
  public static SegmentKeys ofWindows(Retention retention) {
    return new SegmentKeys(retention, Integer.BYTES);
  }

  /** Keys of sessions. */
  public static SegmentKeys ofSessions(Retention retention) {
    return new SegmentKeys(retention, Long.BYTES);
  }

  /** The rule for which segment a time is in. */
  public Retention retention() {
    return retention;
  }

  /**
   * The key of an entry.
   *
   * @param tail a window's sequence number, or a session's start
   * @throws IllegalArgumentException if a number is negative
   */
  public byte[] entry(Bytes key, long time, long tail) {
    if (time < 0 || tail < 0) {
      throw new IllegalArgumentException(
          "a window or session has the negative number " + Math.min(time, tail) + " in its key");
    }
    byte[] user = key.get();
    ByteBuffer entry = ByteBuffer.allocate(SEGMENT_BYTES + user.length + Long.BYTES + tailBytes);
    entry.putLong(retention.segment(time)).put(user).putLong(time);
    return (tailBytes == Long.BYTES ? entry.putLong(tail) : entry.putInt((int) tail)).array();
  }

  /**
   * The key of the entry that a changelog's record is about.
   *
   * @throws ProcessorStateException if it is no key of such a store
   */
  public byte[] ofChangelog(byte[] key) {
    if (key.length < Long.BYTES + tailBytes) {
      throw notOurs(key.length, "bytes, fewer than a time needs");
    }
    long time = ByteBuffer.wrap(key).getLong(key.length - tailBytes - Long.BYTES);
    if (time < 0) {
      throw notOurs(time, "as its time");
    }
    byte[] entry = new byte[SEGMENT_BYTES + key.length];
    ByteBuffer.wrap(entry).putLong(retention.segment(time)).put(key);
    return entry;
  }

  /** The entry with the segment that its time lies in now that segments have another length. */
  public byte[] moved(byte[] entry) {
    byte[] moved = entry.clone();
    ByteBuffer.wrap(moved).putLong(retention.segment(time(entry)));
    return moved;
  }

  private static ProcessorStateException notOurs(long number, String what) {
    return new ProcessorStateException(
        "a record of the changelog is none of a window or session store: its key has "
            + number
            + " "
            + what
            + "; is the topic another store's?");
  }

  /** The first key of a segment: all keys of earlier segments are below it, no other one is. */
  public static byte[] first(long segment) {
    return ByteBuffer.allocate(SEGMENT_BYTES).putLong(segment).array();
  }

  /** The segment of an entry. */
  public static long segment(byte[] entry) {
    return ByteBuffer.wrap(entry).getLong();
  }

  /** The user's key of an entry. */
  public Bytes key(byte[] entry) {
    return Bytes.wrap(Arrays.copyOfRange(entry, SEGMENT_BYTES, keyEnd(entry)));
  }

  /** Where the user's key ends in an entry's. */
  int keyEnd(byte[] entry) {
    return entry.length - tailBytes - Long.BYTES;
  }

  /** The time of an entry. */
  public long time(byte[] entry) {
    return ByteBuffer.wrap(entry).getLong(keyEnd(entry));
  }

  /** A window's sequence number, or a session's start. */
  public long tail(byte[] entry) {
    int at = entry.length - tailBytes;
    ByteBuffer bytes = ByteBuffer.wrap(entry);
    return tailBytes == Long.BYTES ? bytes.getLong(at) : bytes.getInt(at);
  }
}
