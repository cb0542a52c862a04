package dev.malkoha.engine.memtable;

/**
 * A place between two records of the log.
 *
 * @param position the log position between them
 * @param sequence the sequence number of the last operation before it
 */
public record LogPlace(long position, long sequence) {

  /** The one of the two places that comes first. */
  public LogPlace orEarlier(LogPlace other) {
    return other.position < position ? other : this;
  }
}
