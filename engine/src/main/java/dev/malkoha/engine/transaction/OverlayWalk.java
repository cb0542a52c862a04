package dev.malkoha.engine.transaction;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.read.WalkOverWalk;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import dev.malkoha.engine.transaction.KeyIntervals.Interval;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over what a transaction sees: its own writes, as they are when a move is made, over a walk
 * at its snapshot.
 *
 * <p>Where the snapshot's walk stands: moving forward, on its first entry that is not passed yet,
 * or on the current one; moving backward, the same the other way round. It leaps over what the
 * transaction has deleted by range.
 */
public final class OverlayWalk extends WalkOverWalk {

  private static final int FORWARD = 1;
  private static final int BACKWARD = -1;

  private final IndexedWrites writes;
  private final KeyRange range;
  private final byte[] from;
  private final byte @Nullable [] to;

  /** Whether the snapshot's walk is on an entry. */
  private boolean baseValid;

  private int direction = FORWARD;

  /** The write that is the current entry; null if that is the snapshot's. */
  private @Nullable Written own;

  /** Creates a walk; that at the snapshot is its own from then on, the writes are not. */
  public OverlayWalk(Walk base, IndexedWrites writes, KeyRange range) {
    super(base);
    this.writes = writes;
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
    byte[] start = Arrays.compareUnsigned(target, from) < 0 ? from : target;
    direction = FORWARD;
    baseValid = walk.seek(start);
    return find(start, true);
  }

  @Override
  public boolean last() throws IOException {
    direction = BACKWARD;
    baseValid = walk.last();
    return find(to, false);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    byte[] end = to != null && Arrays.compareUnsigned(to, limit) < 0 ? to : limit;
    direction = BACKWARD;
    baseValid = walk.seekBelow(end);
    return find(end, false);
  }

  @Override
  public boolean next() throws IOException {
    return move(FORWARD);
  }

  @Override
  public boolean prev() throws IOException {
    return move(BACKWARD);
  }

  private boolean move(int way) throws IOException {
    if (direction == way && own == null && writes.isEmpty()) {
      return moveBase();
    }
    byte[] passed = own == null ? key() : own.key();
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
        if (written.value() != null) {
          return standOn(written);
        }
        passed = written.key();
        included = false;
      } else if (!baseValid) {
        return false;
      } else if (!leapDeleted()) {
        return standOn(null);
      }
    }
  }

  private boolean standOn(@Nullable Written written) {
    own = written;
    return true;
  }

  /** Leaps over the range that the transaction has deleted around the snapshot's entry, if any. */
  private boolean leapDeleted() throws IOException {
    Interval deleted = writes.deletedAround(key());
    if (deleted != null) {
      byte[] end = Objects.requireNonNull(deleted.to(), "deleted ranges have ends");
      baseValid = direction == FORWARD ? walk.seek(end) : walk.seekBelow(deleted.from());
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

  private static byte[] value(Written written) {
    return Objects.requireNonNull(written.value(), "a walk stands on puts alone");
  }
}
