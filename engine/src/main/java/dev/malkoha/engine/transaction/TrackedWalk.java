package dev.malkoha.engine.transaction;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.read.WalkOverWalk;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk that notes which keys it has told anything about: from where it began to the farthest
 * entries it has stood on, or to an end of its range that it has met. What lies beyond may change
 * without changing what was seen.
 */
public final class TrackedWalk extends WalkOverWalk {

  private final byte[] from;
  private final byte @Nullable [] to;
  private final KeyIntervals noted;

  /** The first key of what is being walked over; null before the first move. */
  private byte @Nullable [] low;

  /** The first key after it; null where it has no end. */
  private byte @Nullable [] high;

  /**
   * Creates a walk over another one, which is its own from then on.
   *
   * @param noted takes what was walked over, at the latest by {@link #note}
   */
  public TrackedWalk(Walk walk, KeyRange range, KeyIntervals noted) {
    super(walk);
    this.from = range.from();
    this.to = range.to();
    this.noted = noted;
  }

  @Override
  public boolean first() throws IOException {
    return beginAt(from, walk.first());
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    byte[] start = Arrays.compareUnsigned(target, from) < 0 ? from : target.clone();
    return beginAt(start, walk.seek(target));
  }

  private boolean beginAt(byte[] start, boolean found) {
    note();
    low = start;
    high = found ? keyBehind() : to;
    return found;
  }

  @Override
  public boolean last() throws IOException {
    return beginBelow(to, walk.last());
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    byte[] end = to != null && Arrays.compareUnsigned(to, limit) < 0 ? to : limit.clone();
    return beginBelow(end, walk.seekBelow(limit));
  }

  private boolean beginBelow(byte @Nullable [] end, boolean found) {
    note();
    low = found ? key() : from;
    high = end;
    return found;
  }

  @Override
  public boolean next() throws IOException {
    boolean found = walk.next();
    if (!found) {
      high = to;
    } else if (high != null && compare(high) >= 0) {
      high = keyBehind();
    }
    return found;
  }

  @Override
  public boolean prev() throws IOException {
    boolean found = walk.prev();
    if (!found) {
      low = from;
    } else if (low != null && compare(low) < 0) {
      low = key();
    }
    return found;
  }

  /** Notes what was walked over so far. */
  public void note() {
    if (low != null) {
      noted.add(low, high);
    }
  }

  private int compare(byte[] key) {
    return Arrays.compareUnsigned(walk.keyBuffer(), 0, walk.keyLength(), key, 0, key.length);
  }

  /** The key right after the current one. */
  private byte[] keyBehind() {
    return Arrays.copyOf(key(), walk.keyLength() + 1); // a zero more
  }
}
