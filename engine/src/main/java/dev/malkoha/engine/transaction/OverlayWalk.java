package dev.malkoha.engine.transaction;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import org.jspecify.annotations.Nullable;

/**
 * A walk over what a transaction sees: its own writes, as they are when a move is made, over a walk
 * at its snapshot.
 *
 * <p>Where the snapshot's walk stands: moving forward, on its first entry that is not passed yet,
 * or on the current one; moving backward, the same the other way round. It leaps over what the
 * transaction has deleted by range.
 *
 * <p>A serializable one notes which keys it has told anything about: from where it began to the
 * farthest entries it has stood on, or to an end of its range that it has met. What lies beyond may
 * change without changing what was seen.
 */
public final class OverlayWalk implements Walk {

  private static final int FORWARD = 1;
  private static final int BACKWARD = -1;

  /** The walk at the snapshot. */
  private final Walk walk;

  private final IndexedWrites writes;
  private final KeyRange range;
  private final byte[] from;
  private final byte @Nullable [] to;

  /** Whether the snapshot's walk is on an entry. */
  private boolean baseValid;

  private int direction = FORWARD;

  /** The write that is the current entry; null if that is the snapshot's. */
  private @Nullable Written own;

  /** Takes what was walked over; null if that is not noted. */
  private final @Nullable Footprint noted;

  /** The first key of what is being walked over; null before the first move. */
  private byte @Nullable [] low;

  /** The first key after it; null where it has no end. */
  private byte @Nullable [] high;

  /**
   * Creates a walk; that at the snapshot is its own from then on, the writes are not.
   *
   * @param noted takes what was walked over, at the latest by {@link #note}; or null
   */
  public OverlayWalk(Walk base, IndexedWrites writes, KeyRange range, @Nullable Footprint noted) {
    this.walk = base;
    this.writes = writes;
    this.noted = range.isEmpty() ? null : noted;
    this.range = range;
    this.from = range.from();
    this.to = range.to();
  }

  @Override
  public boolean first() throws IOException {
    return seek(from);
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    byte[] start = Arrays.compareUnsigned(target, from) < 0 ? from : target.clone();
    direction = FORWARD;
    baseValid = walk.seek(start);
    boolean found = find(start, true);
    if (noted != null) {
      note();
      low = start;
      high = found ? keyBehind() : to;
    }
    return found;
  }

  @Override
  public boolean last() throws IOException {
    return seekEnd(to);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    return seekEnd(to != null && Arrays.compareUnsigned(to, limit) < 0 ? to : limit.clone());
  }

  private boolean seekEnd(byte @Nullable [] end) throws IOException {
    direction = BACKWARD;
    baseValid = end == null ? walk.last() : walk.seekBelow(end);
    boolean found = find(end, false);
    if (noted != null) {
      note();
      low = found ? currentKey() : from;
      high = end;
    }
    return found;
  }

  @Override
  public boolean next() throws IOException {
    boolean found = move(FORWARD);
    if (!found) {
      high = to;
    } else if (noted != null && high != null && compare(high) >= 0) {
      high = keyBehind();
    }
    return found;
  }

  @Override
  public boolean prev() throws IOException {
    boolean found = move(BACKWARD);
    if (!found) {
      low = from;
    } else if (noted != null && low != null && compare(low) < 0) {
      low = currentKey();
    }
    return found;
  }

  /** Notes what was walked over so far. No key lies before the empty one. */
  public void note() {
    if (noted != null && low != null && (high == null || high.length > 0)) {
      noted.ranges().add(low, high == null ? Batch.NO_BYTES : high);
    }
  }

  private int compare(byte[] key) {
    return Arrays.compareUnsigned(keyBuffer(), 0, keyLength(), key, 0, key.length);
  }

  private byte[] currentKey() {
    return own == null ? walk.copyKey() : own.key();
  }

  /** The key right after the current one. */
  private byte[] keyBehind() {
    return Arrays.copyOf(currentKey(), keyLength() + 1); // a zero more
  }

  private boolean move(int way) throws IOException {
    if (direction == way && own == null && writes.isEmpty()) {
      return moveBase();
    }
    byte[] passed = currentKey();
    if (direction != way) {
      direction = way;
      baseValid = way == FORWARD ? walk.seek(passed) : walk.seekBelow(passed);
    }
    return find(passed, false);
  }

  private boolean moveBase() throws IOException {
    baseValid = direction == FORWARD ? walk.next() : walk.prev();
    return baseValid;
  }

  /**
   * Finds the first entry in the direction.
   *
   * @param bound the key that it lies behind; null where that is the end of all
   * @param inclusive whether it may be at that key, too
   */
  private boolean find(byte @Nullable [] bound, boolean inclusive) throws IOException {
    byte[] passed = bound;
    boolean included = inclusive;
    while (true) {
      while (baseValid && passed != null && order(passed) < (included ? 0 : 1)) {
        moveBase();
      }
      Written written = written(passed, included);
      if (written != null && (!baseValid || order(written.key()) >= 0)) {
        Written shown = written.operands().isEmpty() ? written : merged(written);
        if (shown.value() != null) {
          own = shown;
          return true;
        }
        passed = written.key();
        included = false;
      } else if (!baseValid) {
        return false;
      } else if (!leapDeleted()) {
        own = null;
        return true;
      }
    }
  }

  /** A write with the operands over it merged. */
  private Written merged(Written written) throws IOException {
    boolean isStored = !written.isWhole() && baseValid && order(written.key()) == 0;
    byte[] value = writes.value(written, isStored ? walk.copyValue() : null);
    return new Written(written.key(), true, value, written.expiry(), List.of());
  }

  /** Leaps over the range that the transaction has deleted around the snapshot's entry, if any. */
  private boolean leapDeleted() throws IOException {
    RangeTombstone deleted = writes.deletedAround(walk.copyKey());
    if (deleted != null) {
      baseValid = direction == FORWARD ? walk.seek(deleted.to()) : walk.seekBelow(deleted.from());
    }
    return deleted != null;
  }

  /** Above 0 if the snapshot's entry lies behind a key in the direction; 0 if at it. */
  private int order(byte[] key) {
    int order = Arrays.compareUnsigned(walk.keyBuffer(), 0, walk.keyLength(), key, 0, key.length);
    return direction == FORWARD ? order : Integer.compare(0, order);
  }

  /** The first write in the direction, behind a key, or at it; null if the range has none. */
  private @Nullable Written written(byte @Nullable [] key, boolean inclusive) {
    Written written =
        direction == FORWARD ? writes.from(key == null ? from : key, inclusive) : writes.below(key);
    return written != null && range.contains(written.key()) ? written : null;
  }

  @Override
  public byte[] keyBuffer() {
    return own == null ? walk.keyBuffer() : own.key();
  }

  @Override
  public int keyLength() {
    return own == null ? walk.keyLength() : own.key().length;
  }

  @Override
  public byte[] valueBuffer() throws IOException {
    return own == null ? walk.valueBuffer() : value(own);
  }

  @Override
  public int valueOffset() {
    return own == null ? walk.valueOffset() : 0;
  }

  @Override
  public int valueLength() {
    return own == null ? walk.valueLength() : value(own).length;
  }

  @Override
  public byte[] copyValue() throws IOException {
    return own == null ? walk.copyValue() : value(own).clone();
  }

  @Override
  public long expiry() {
    return own == null ? walk.expiry() : own.expiry();
  }

  @Override
  public List<KeyRange> leftOut() {
    return walk.leftOut();
  }

  @Override
  public void close() {
    walk.close();
  }

  private static byte[] value(Written written) {
    return Objects.requireNonNull(written.value(), "a walk stands on puts alone");
  }
}
