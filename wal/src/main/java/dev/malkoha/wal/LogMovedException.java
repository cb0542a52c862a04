package dev.malkoha.wal;

import java.io.IOException;

/**
 * Says that a follower did not find the log as far as it was known to reach. Its writer may have
 * gone on meanwhile and given up what was to be read; then the manifest has changed since the proof
 * was read from it. If it has not, and another look ends so, too, the log is damaged.
 */
public final class LogMovedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final CorruptLogException damage;

  LogMovedException(CorruptLogException damage) {
    super(
        "the log has moved on, or is damaged: read the manifest again, and follow from there ("
            + damage.getMessage()
            + ")",
        damage);
    this.damage = damage;
  }

  /** The fault if the log has not moved on. */
  public CorruptLogException damage() {
    return damage;
  }
}
