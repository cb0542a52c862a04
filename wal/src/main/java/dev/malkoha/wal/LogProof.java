package dev.malkoha.wal;

/**
 * What is known outside a log of how far it reaches: kept by the log's owner in a file of its own,
 * so that a segment that is gone, or cut off at a record's end, does not pass for the end.
 *
 * @param sequence a segment of this sequence was begun durably, and the log goes on in it or in a
 *     later one; 0 if nothing is known
 * @param slot where it lies, for messages
 * @param durable every record before this position was on the device, or is needed no more
 */
public record LogProof(long sequence, long slot, long durable) {

  /** Nothing is known. */
  public static final LogProof NONE = new LogProof(0, 0, 0);

  /** Checks the ranges. */
  public LogProof {
    if (sequence < 0 || slot < 0) {
      throw new IllegalArgumentException("no segment has sequence " + sequence + ", slot " + slot);
    }
    LogFormat.checkPosition(durable);
  }

  /** Whether a number can be the position of a record. */
  public static boolean isPosition(long position) {
    return position >= 0 && position % LogFormat.ALIGNMENT == 0;
  }

  /** The one of two that knows of more: they may be kept in another order than they were made. */
  public LogProof orLater(LogProof other) {
    boolean isLater =
        other.durable > durable || (other.durable == durable && other.sequence >= sequence);
    return isLater ? other : this;
  }

  /** Whether anything is known. */
  public boolean isKnown() {
    return sequence > 0;
  }
}
