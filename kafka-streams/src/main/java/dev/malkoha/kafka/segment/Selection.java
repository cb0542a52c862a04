package dev.malkoha.kafka.segment;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a read asks for; all bounds are inclusive.
 *
 * @param keyFrom the least key, or null for no bound
 * @param keyTo the greatest key, or null for no bound
 * @param timeFrom the least time of an entry, 0 or more
 * @param timeTo the greatest time of an entry
 * @param tailTo the greatest tail: of sessions, the latest start
 */
public record Selection(
    @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long timeFrom, long timeTo, long tailTo) {

  /** Entries of some keys between two times, whatever their tails. */
  public static Selection between(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long timeFrom, long timeTo) {
    return new Selection(keyFrom, keyTo, timeFrom, timeTo, Long.MAX_VALUE);
  }

  /** The part of it between two times. */
  public Selection within(long first, long last) {
    return new Selection(keyFrom, keyTo, Math.max(timeFrom, first), Math.min(timeTo, last), tailTo);
  }

  /** Whether nothing can be in it, whatever there is. */
  public boolean isEmpty() {
    return timeFrom > timeTo || (keyFrom != null && keyTo != null && keyFrom.compareTo(keyTo) > 0);
  }

  /** Whether it asks for one key. */
  boolean isOneKey() {
    return keyFrom != null && keyFrom.equals(keyTo);
  }
}
