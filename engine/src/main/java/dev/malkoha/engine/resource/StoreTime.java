package dev.malkoha.engine.resource;

import module java.base;

/**
 * The time of a store, by which its entries expire: that of its clock, or the last one it told,
 * whichever is later. So it never goes back, whatever the clock does.
 *
 * <p>Only who has an entry that expires asks it. As long as nobody has, it is not known, nothing
 * has to be noted of it, and it costs nothing. Any thread.
 */
public final class StoreTime implements LongSupplier {

  private final Clock clock;
  private final AtomicLong last;

  /** The time that the log or the manifest has. */
  private final AtomicLong noted;

  /**
   * Creates a time.
   *
   * @param known the last one that is known, in milliseconds since 1970; 0 if none ever was told
   */
  public StoreTime(Clock clock, long known) {
    this.clock = clock;
    this.last = new AtomicLong(known);
    this.noted = new AtomicLong(known);
  }

  /** The time now, in milliseconds since 1970. Nobody is told an earlier one from here on. */
  @Override
  public long getAsLong() {
    long now = Math.max(1, clock.millis());
    return now > last.get() ? last.accumulateAndGet(now, Math::max) : last.get();
  }

  /** The same; 0, without a look at the clock, as long as nobody has asked: nothing expires yet. */
  public long moment() {
    return isKnown() ? getAsLong() : 0;
  }

  /** The same for a guess: it does not move on, and others may be told an earlier one yet. */
  public long peek() {
    return isKnown() ? Math.max(clock.millis(), last.get()) : 0;
  }

  /** Whether anybody has ever asked for the time. */
  public boolean isKnown() {
    return last.get() != 0;
  }

  /** A time was told elsewhere; it is noted there. */
  public void moveTo(long time) {
    last.accumulateAndGet(time, Math::max);
    noted(time);
  }

  /** The last time told, if neither the log nor the manifest has it; else 0. */
  public long unnoted() {
    long told = last.get();
    return told > noted.get() ? told : 0;
  }

  /** The log or the manifest has a time. */
  public void noted(long time) {
    noted.accumulateAndGet(time, Math::max);
  }
}
