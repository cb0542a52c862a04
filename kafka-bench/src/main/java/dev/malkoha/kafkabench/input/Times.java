package dev.malkoha.kafkabench.input;

import java.time.Duration;
import java.time.Instant;

/**
 * The times that the events and the topology agree on. An input always spans {@value #WINDOWS}
 * windows, however many events it has. What a crash can make an application process again is less
 * than {@link #GRACE} old, and what it may still need less than {@link #RETENTION}.
 */
public final class Times {

  /** How many windows an input spans. */
  public static final int WINDOWS = 100;

  /** The size of a window. */
  public static final Duration WINDOW = Duration.ofMinutes(10);

  /** How late an event may be. */
  public static final Duration GRACE = WINDOW.multipliedBy(10);

  /** How long windows and sessions are kept. */
  public static final Duration RETENTION = WINDOW.multipliedBy(24);

  /** A pause after which a user's next session begins. */
  public static final Duration GAP = Duration.ofMinutes(10);

  /** In what time an event that is sent again is known to be the same. */
  public static final Duration DUPLICATES_WITHIN = Duration.ofHours(1);

  /** How much earlier than its place in the input says an event may be. */
  static final Duration DISORDER = Duration.ofMinutes(1);

  /** The time of the first event, at the beginning of a window. */
  static final long BEGIN = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  /** The time of the last event. */
  static final long END = BEGIN + WINDOW.multipliedBy(WINDOWS).toMillis();

  /** When each user has one more event, by which all windows before are closed. */
  public static final long CLOSE = END + GRACE.plus(WINDOW).multipliedBy(2).toMillis();

  private Times() {}

  /** The beginning of the window that a time is in. */
  static long windowOf(long time) {
    return time - Math.floorMod(time, WINDOW.toMillis());
  }

  /** The time of the event at a place in the input, but for disorder. */
  static long at(long index, long events) {
    return BEGIN + (long) ((END - BEGIN) * (index / (double) events));
  }
}
