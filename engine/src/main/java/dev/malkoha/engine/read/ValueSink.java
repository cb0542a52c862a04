package dev.malkoha.engine.read;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * How a value that a point read has found gets to where its caller wants it. Without state of its
 * own, so that nothing is allocated for a read.
 *
 * @param <T> what takes the value
 */
public interface ValueSink<T> {

  /** Copies as much of a value as a segment holds to the segment's beginning. */
  ValueSink<MemorySegment> SEGMENT =
      (value, offset, length, into) -> {
        int fitting = (int) Math.min(length, into.byteSize());
        MemorySegment.copy(value, offset, into, ValueLayout.JAVA_BYTE, 0, fitting);
      };

  /** Copies as much of a value as remains in a buffer, and moves the buffer's position. */
  ValueSink<ByteBuffer> BUFFER =
      (value, offset, length, into) -> into.put(value, offset, Math.min(length, into.remaining()));

  /** Wants no value. */
  ValueSink<Object> NONE = (_, _, _, _) -> {};

  /** Takes a value, which lies in an array that is not to be written to. */
  void accept(byte[] value, int offset, int length, T into);

  /** Hands a whole value over; returns its length, or -1 if there is none. */
  default int give(byte @Nullable [] value, T into) {
    if (value == null) {
      return -1;
    }
    accept(value, 0, value.length, into);
    return value.length;
  }

  /**
   * A segment that can be written to, whether or not there will be anything to write.
   *
   * @throws IllegalArgumentException if it is read-only
   */
  static MemorySegment writable(MemorySegment into) {
    if (Objects.requireNonNull(into, "into").isReadOnly()) {
      throw new IllegalArgumentException("the segment for the value is read-only");
    }
    return into;
  }

  /**
   * A buffer that can be written to, whether or not there will be anything to write.
   *
   * @throws ReadOnlyBufferException if it is read-only
   */
  static ByteBuffer writable(ByteBuffer into) {
    if (Objects.requireNonNull(into, "into").isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return into;
  }
}
