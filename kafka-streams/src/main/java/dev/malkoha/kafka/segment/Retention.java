package dev.malkoha.kafka.segment;

/**
 * How long a store's records can be read, and how many milliseconds of them lie in one segment; all
 * times are milliseconds of stream time, none below 0.
 *
 * @param retentionMs what is this much older than the newest record seen, or more, is gone; 0 or
 *     more
 * @param segmentMs records are thrown away by whole segments of this length; 1 or more
 */
public record Retention(long retentionMs, long segmentMs) {

  /** The stream time of a store that has seen no record. */
  public static final long NO_TIME = -1;

  private static final long LEAST_DEFAULT_MS = 60_000;
  private static final long LEAST_STEP_MS = 1_000;

  public Retention {
    if (retentionMs < 0) {
      throw new IllegalArgumentException(
          "the retention is " + retentionMs + " ms; it must be 0 or more");
    }
    if (segmentMs < 1) {
      throw new IllegalArgumentException("a segment is " + segmentMs + " ms; it must be 1 or more");
    }
  }

  /**
   * The retention with segments as long as those of Kafka's own stores: half of it, or a minute.
   */
  public static Retention of(long retentionMs) {
    return new Retention(retentionMs, Math.max(retentionMs / 2, LEAST_DEFAULT_MS));
  }

  /**
   * The retention where windows or sessions are told of when they close. They are looked for by
   * their time over all keys, again and again: so segments are short, but no shorter than a second,
   * for each one that ends costs a range delete. And they are looked for after the record that
   * closes them was put, which is when a retention as long as they can change has just ended: so
   * they are kept for one of the usual segments longer.
   *
   * @param stepMs about how long segments are to be
   */
  public static Retention whenClosed(long retentionMs, long stepMs) {
    long usual = of(retentionMs).segmentMs();
    long kept = retentionMs > Long.MAX_VALUE - usual ? Long.MAX_VALUE : retentionMs + usual;
    return new Retention(kept, Math.clamp(stepMs, LEAST_STEP_MS, usual));
  }

  /** The number of the segment in which records of a time lie. */
  public long segment(long time) {
    return time / segmentMs;
  }

  /** The first time of a segment. */
  public long firstTime(long segment) {
    return segment * segmentMs;
  }

  /** The last time of a segment. */
  public long lastTime(long segment) {
    long first = firstTime(segment);
    return first > Long.MAX_VALUE - (segmentMs - 1) ? Long.MAX_VALUE : first + segmentMs - 1;
  }

  /** The least time that can be read once {@code streamTime} was seen. */
  public long oldestTime(long streamTime) {
    return Math.max(0, streamTime - retentionMs + 1);
  }

  /** The least segment of which something can be read once {@code streamTime} was seen. */
  public long oldestSegment(long streamTime) {
    return segment(oldestTime(streamTime));
  }
}
