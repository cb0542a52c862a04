package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.sstable.CorruptTableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A walk over {@link DamageAhead} that leaves out what damaged blocks may have held, and keeps the
 * ranges that it left out.
 *
 * <p>A move that meets a damaged block goes on beyond the block's keys, in all tables: an older
 * value there might stand in place of a lost one.
 */
public final class SkippingWalk extends WalkOverWalk {

  private final KeyRange range;
  private final List<KeyRange> leftOut = new ArrayList<>();

  /** Creates a walk over another one, which is its own from then on. */
  public SkippingWalk(Walk walk, KeyRange range) {
    super(walk);
    this.range = range;
  }

  @Override
  public List<KeyRange> leftOut() {
    return List.copyOf(leftOut);
  }

  @Override
  public boolean first() throws IOException {
    return forward(range, Walk::first);
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    return forward(range.intersect(KeyRange.atLeast(target)), to -> to.seek(target));
  }

  @Override
  public boolean next() throws IOException {
    return forward(range.intersect(KeyRange.above(key())), Walk::next);
  }

  @Override
  public boolean last() throws IOException {
    return backward(range, Walk::last);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    return backward(range.intersect(KeyRange.below(limit)), to -> to.seekBelow(limit));
  }

  @Override
  public boolean prev() throws IOException {
    return backward(range.intersect(KeyRange.below(key())), Walk::prev);
  }

  /**
   * Makes a move to the first entry of a range, or the first one after what is damaged. Where no
   * key is left that it may lead to, nothing is read.
   */
  private boolean forward(KeyRange wanted, Move first) throws IOException {
    KeyRange left = wanted;
    byte[] from = null;
    while (!left.isEmpty()) {
      try {
        return from == null ? first.make(walk) : walk.seek(from);
      } catch (CorruptTableException e) {
        leaveOut(left, e);
        KeyRange rest = left.intersect(KeyRange.above(e.lastKey()));
        if (from != null && rest.equals(left)) {
          throw e; // only a step meets what is below: old versions of the key that it leaves
        }
        from = rest.from();
        left = rest;
      }
    }
    return false;
  }

  /** Makes a move to the last entry of a range, or the last one before what is damaged. */
  private boolean backward(KeyRange wanted, Move last) throws IOException {
    KeyRange left = wanted;
    byte[] limit = null;
    while (!left.isEmpty()) {
      try {
        return limit == null ? last.make(walk) : walk.seekBelow(limit);
      } catch (CorruptTableException e) {
        leaveOut(left, e);
        limit = e.firstKey();
        KeyRange rest = left.intersect(KeyRange.below(limit));
        if (rest.equals(left)) {
          throw e; // no move back reads a block that is wholly at or above its limit
        }
        left = rest;
      }
    }
    return false;
  }

  /**
   * Notes which keys that were still to come a damaged block may have. There are none in old
   * versions of the key that a step leaves, and none beyond the range, where a dead run may lead.
   */
  private void leaveOut(KeyRange left, CorruptTableException damage) throws IOException {
    if (!damage.hasKeys()) {
      throw damage;
    }
    KeyRange passed = left.intersect(KeyRange.closed(damage.firstKey(), damage.lastKey()));
    if (!passed.isEmpty()) {
      leftOut.add(passed);
    }
  }
}
