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

  private interface Move {
    boolean make() throws IOException;
  }

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
    return forward(range, walk::first);
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    return forward(range.and(KeyRange.atLeast(target)), () -> walk.seek(target));
  }

  @Override
  public boolean next() throws IOException {
    return forward(range.and(KeyRange.above(key())), walk::next);
  }

  @Override
  public boolean last() throws IOException {
    return backward(range, walk::last);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    return backward(range.and(KeyRange.below(limit)), () -> walk.seekBelow(limit));
  }

  @Override
  public boolean prev() throws IOException {
    return backward(range.and(KeyRange.below(key())), walk::prev);
  }

  /** Makes a move to the first entry of a range, or the first one after what is damaged. */
  private boolean forward(KeyRange wanted, Move first) throws IOException {
    KeyRange left = wanted;
    Move move = first;
    while (true) {
      try {
        return move.make();
      } catch (CorruptTableException e) {
        KeyRange passed = left.and(keys(e));
        byte[] end = passed.to();
        leaveOut(passed, e);
        if (end == null) {
          return false;
        }
        left = left.and(KeyRange.atLeast(end));
        if (left.isEmpty()) {
          return false;
        }
        move = () -> walk.seek(end);
      }
    }
  }

  /** Makes a move to the last entry of a range, or the last one before what is damaged. */
  private boolean backward(KeyRange wanted, Move first) throws IOException {
    KeyRange left = wanted;
    Move move = first;
    while (true) {
      try {
        return move.make();
      } catch (CorruptTableException e) {
        KeyRange passed = left.and(keys(e));
        byte[] end = passed.from();
        leaveOut(passed, e);
        left = left.and(KeyRange.below(end));
        if (left.isEmpty()) {
          return false;
        }
        move = () -> walk.seekBelow(end);
      }
    }
  }

  private static KeyRange keys(CorruptTableException damage) throws IOException {
    if (!damage.hasKeys()) {
      throw damage;
    }
    return KeyRange.closed(damage.firstKey(), damage.lastKey());
  }

  /** Only a range that has keys leads on. */
  private void leaveOut(KeyRange passed, CorruptTableException damage) throws IOException {
    if (passed.isEmpty()) {
      throw damage;
    }
    leftOut.add(passed);
  }
}
