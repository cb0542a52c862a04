package dev.malkoha.kafka.segment;

/**
 * The greatest time of a record that a store has seen, and which of its segments that has made
 * dead.
 *
 * <p>Written by the store's own thread; {@link #now} and {@link #oldestTime} are for any.
 */
public final class StreamTime {

  /** The least segment held of a store that holds none. */
  public static final long NO_SEGMENT = Long.MAX_VALUE;

  private final Retention retention;
  private volatile long now = Retention.NO_TIME;
  private long leastHeld = NO_SEGMENT;

  public StreamTime(Retention retention) {
    this.retention = retention;
  }

  /** The stream time, {@link Retention#NO_TIME} before the first record. */
  public long now() {
    return now;
  }

  /** The least time that can be read. */
  public long oldestTime() {
    return retention.oldestTime(now);
  }

  /**
   * A time after which there is nothing: the end of the newest segment, for a store that was opened
   * again may have forgotten how far in it the time was.
   */
  public long newestTime() {
    return retention.lastTime(retention.segment(Math.max(0, now)));
  }

  /** Notes that a record of a time was seen, whether it is kept or not. */
  public void see(long time) {
    if (time > now) {
      now = time;
    }
  }

  /** Whether a record of this time is too old to be read. */
  public boolean isExpired(long time) {
    return time < oldestTime();
  }

  /** Notes that the store has a record in a segment. */
  public void hold(long segment) {
    leastHeld = Math.min(leastHeld, segment);
  }

  /** Whether the store holds segments of which nothing can be read any more. */
  public boolean hasDead() {
    return leastHeld < retention.oldestSegment(now);
  }

  /** Notes that all dead segments are gone from the store; returns the first one that is not. */
  public long dropDead() {
    leastHeld = retention.oldestSegment(now);
    return leastHeld;
  }
}
