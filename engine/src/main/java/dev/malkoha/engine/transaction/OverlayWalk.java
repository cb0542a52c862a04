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
    return findForward(start, true);
  }

  @Override
  public boolean last() throws IOException {
    direction = BACKWARD;
    baseValid = walk.last();
    return findBackward(to);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    byte[] end = to != null && Arrays.compareUnsigned(to, limit) < 0 ? to : limit;
    direction = BACKWARD;
    baseValid = walk.seekBelow(end);
    return findBackward(end);
  }

  @Override
  public boolean next() throws IOException {
    if (direction == FORWARD && own == null && writes.isEmpty()) {
      baseValid = walk.next();
      return baseValid;
    }
    byte[] passed = currentKey();
    if (direction == BACKWARD) {
      direction = FORWARD;
      baseValid = walk.seek(passed);
    }
    return findForward(passed, false);
  }

  @Override
  public boolean prev() throws IOException {
    if (direction == BACKWARD && own == null && writes.isEmpty()) {
      baseValid = walk.prev();
      return baseValid;
    }
    byte[] passed = currentKey();
    if (direction == FORWARD) {
      direction = BACKWARD;
      baseValid = walk.seekBelow(passed);
    }
    return findBackward(passed);
  }

  private byte[] currentKey() {
    return own == null ? key() : own.key();
  }

  /** Finds the first entry above a key, or if that is included, at or above it. */
  private boolean findForward(byte[] bound, boolean inclusive) throws IOException {
    byte[] passed = bound;
    boolean included = inclusive;
    while (true) {
      while (baseValid && (included ? compareBase(passed) < 0 : compareBase(passed) <= 0)) {
        baseValid = walk.next();
      }
      Written written = ownFrom(passed, included);
      if (written != null && (!baseValid || compareBase(written.key()) >= 0)) {
        if (written.value() != null) {
          return standOn(written);
        }
        passed = written.key();
        included = false;
      } else if (!baseValid) {
        return false;
      } else {
        Interval deleted = deletedAroundBase();
        if (deleted == null) {
          return standOn(null);
        }
        baseValid = walk.seek(Objects.requireNonNull(deleted.to(), "deleted ranges have ends"));
      }
    }
  }

  /** Finds the last entry below a key, or of all. */
  private boolean findBackward(byte @Nullable [] bound) throws IOException {
    byte[] passed = bound;
    while (true) {
      while (baseValid && passed != null && compareBase(passed) >= 0) {
        baseValid = walk.prev();
      }
      Written written = ownBelow(passed);
      if (written != null && (!baseValid || compareBase(written.key()) <= 0)) {
        if (written.value() != null) {
          return standOn(written);
        }
        passed = written.key();
      } else if (!baseValid) {
        return false;
      } else {
        Interval deleted = deletedAroundBase();
        if (deleted == null) {
          return standOn(null);
        }
        baseValid = walk.seekBelow(deleted.from());
      }
    }
  }

  private boolean standOn(@Nullable Written written) {
    own = written;
    return true;
  }

  private @Nullable Interval deletedAroundBase() {
    return writes.deletedAround(key());
  }

  private int compareBase(byte[] key) {
    return Arrays.compareUnsigned(walk.keyBuffer(), 0, walk.keyLength(), key, 0, key.length);
  }

  private @Nullable Written ownFrom(byte[] key, boolean inclusive) {
    Written written = writes.from(key, inclusive);
    boolean isBeyond =
        written != null && to != null && Arrays.compareUnsigned(written.key(), to) >= 0;
    return isBeyond ? null : written;
  }

  private @Nullable Written ownBelow(byte @Nullable [] key) {
    Written written = writes.below(key);
    boolean isBeyond = written != null && Arrays.compareUnsigned(written.key(), from) < 0;
    return isBeyond ? null : written;
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
