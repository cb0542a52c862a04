package dev.malkoha.kafka.versioned;

import org.apache.kafka.streams.state.VersionedRecord;
import org.jspecify.annotations.Nullable;

/** The value of a key from one time until another one, in milliseconds. */
final class Version {

  /** The end of what has not ended. */
  static final long OPEN = Long.MAX_VALUE;

  private final long from;
  private final long to;
  private final byte @Nullable [] value;

  /**
   * A version.
   *
   * @param from the first moment at which it was so
   * @param to the first moment at which it was no more; {@link #OPEN} for what it is now. The same
   *     as {@code from} where all that is known is that the key was removed then
   * @param value null if the key was absent; not copied
   */
  Version(long from, long to, byte @Nullable [] value) {
    this.from = from;
    this.to = to;
    this.value = value;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  byte @Nullable [] value() {
    return value;
  }

  boolean isOpen() {
    return to == OPEN;
  }

  Version endingAt(long end) {
    return new Version(from, end, value);
  }

  /** As Kafka Streams shows it; null if the key was absent. */
  @Nullable VersionedRecord<byte[]> shown() {
    if (value == null) {
      return null;
    }
    return isOpen() ? new VersionedRecord<>(value, from) : new VersionedRecord<>(value, from, to);
  }
}
