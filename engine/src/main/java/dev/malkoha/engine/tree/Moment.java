package dev.malkoha.engine.tree;

import module java.base;

/**
 * A moment that is read at.
 *
 * @param sequence the sequence number; -1 for the newest one
 * @param time by which entries have expired or not, in milliseconds since 1970: it goes on at
 *     {@link #NOW}
 */
public record Moment(long sequence, long time) implements LongSupplier, Comparable<Moment> {

  /** Each read's own moment. */
  public static final Moment NOW = new Moment(-1, 0);

  /** Whether it is each read's own. */
  boolean isNow() {
    return sequence < 0;
  }

  @Override
  public long getAsLong() {
    return time;
  }

  @Override
  public int compareTo(Moment other) {
    int bySequence = Long.compare(sequence, other.sequence);
    return bySequence == 0 ? Long.compare(time, other.time) : bySequence;
  }
}
