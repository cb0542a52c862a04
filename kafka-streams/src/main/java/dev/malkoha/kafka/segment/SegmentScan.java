package dev.malkoha.kafka.segment;

import dev.malkoha.engine.KeyRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Where in the order of keys the entries of a selection lie: between two keys in each segment, with
 * others among them.
 *
 * <p>Keys that others begin with are what makes this more than two bounds: in the order of bytes
 * the times of key {@code a} may lie among the entries of {@code a} followed by a zero byte. The
 * bounds therefore hold every entry selected, and {@link #selects} says of each one between them
 * whether it is.
 *
 * <p>Immutable. Of an empty selection only the range is of use.
 */
public final class SegmentScan {

  private static final byte[] NO_BYTES = {};

  private final SegmentKeys keys;
  private final Selection selection;
  private final byte @Nullable [] keyFrom;
  private final byte @Nullable [] keyTo;

  public SegmentScan(SegmentKeys keys, Selection selection) {
    this.keys = keys;
    this.selection = selection;
    this.keyFrom = bytes(selection.keyFrom());
    this.keyTo = bytes(selection.keyTo());
  }

  private static byte @Nullable [] bytes(@Nullable Bytes key) {
    return key == null ? null : key.get();
  }

  /** The first segment there may be something in. */
  public long firstSegment() {
    return keys.retention().segment(selection.timeFrom());
  }

  /** The last segment there may be something in. */
  public long lastSegment() {
    return keys.retention().segment(selection.timeTo());
  }

  /** The range of all that is selected, and of much else; an empty one if nothing can be. */
  public KeyRange range() {
    return selection.isEmpty()
        ? KeyRange.between(NO_BYTES, NO_BYTES)
        : KeyRange.between(from(firstSegment()), to(lastSegment()));
  }

  /** A key that none of the entries selected in a segment is below. */
  public byte[] from(long segment) {
    byte[] from = keyFrom == null ? NO_BYTES : keyFrom;
    if (!selection.isOneKey()) {
      return joined(segment, from, from.length, NO_BYTES);
    }
    long time = Math.max(selection.timeFrom(), keys.retention().firstTime(segment));
    return joined(segment, from, from.length, number(time));
  }

  /** A key that all entries selected in a segment are below. */
  public byte[] to(long segment) {
    if (keyTo == null) {
      return SegmentKeys.first(segment + 1);
    }
    // one more than the greatest time; as an unsigned number it cannot overflow
    byte[] time = number(Math.min(selection.timeTo(), keys.retention().lastTime(segment)) + 1);
    if (selection.isOneKey()) {
      return joined(segment, keyTo, keyTo.length, time);
    }
    return greatest(segment, keyTo, time);
  }

  /** The greatest of what a time ends after the last key, or after one that it begins with. */
  private static byte[] greatest(long segment, byte[] keyTo, byte[] time) {
    byte[] greatest = joined(segment, keyTo, keyTo.length, time);
    for (int length = 0; length < keyTo.length; length++) {
      byte[] shorter = joined(segment, keyTo, length, time);
      if (Arrays.compareUnsigned(shorter, greatest) > 0) {
        greatest = shorter;
      }
    }
    return greatest;
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static byte[] joined(long segment, byte[] key, int keyLength, byte[] end) {
    return ByteBuffer.allocate(SegmentKeys.SEGMENT_BYTES + keyLength + end.length)
        .putLong(segment)
        .put(key, 0, keyLength)
        .put(end)
        .array();
  }

  /** Whether an entry is one of the selected. */
  public boolean selects(byte[] entry) {
    long time = keys.time(entry);
    return time >= selection.timeFrom()
        && time <= selection.timeTo()
        && (selection.isOneKey() ? isKey(entry) : isBetweenKeys(entry))
        && keys.tail(entry) <= selection.tailTo();
  }

  private boolean isKey(byte[] entry) {
    byte[] key = Objects.requireNonNull(keyTo);
    int end = keys.keyEnd(entry);
    return Arrays.equals(entry, SegmentKeys.SEGMENT_BYTES, end, key, 0, key.length);
  }

  private boolean isBetweenKeys(byte[] entry) {
    return (keyFrom == null || compareKey(entry, keyFrom) >= 0)
        && (keyTo == null || compareKey(entry, keyTo) <= 0);
  }

  private int compareKey(byte[] entry, byte[] key) {
    int end = keys.keyEnd(entry);
    return Arrays.compareUnsigned(entry, SegmentKeys.SEGMENT_BYTES, end, key, 0, key.length);
  }
}
