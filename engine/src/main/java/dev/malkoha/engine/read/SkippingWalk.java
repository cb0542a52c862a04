package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A walk over {@link SkippingSource}s that leaves out what damaged blocks may have held, and keeps
 * the ranges that it left out.
 *
 * <p>It shows no key that a damaged block may have, of no table: an older value there might stand
 * in place of a lost one. A source is never behind the walk, so it has told of such a block by the
 * time that the walk comes to one of its keys.
 */
public final class SkippingWalk extends WalkOverWalk {

  private final KeyRange range;
  private final Set<KeyRange> damaged;
  private final List<KeyRange> leftOut = new ArrayList<>();

  /**
   * Creates a walk over another one, which is its own from then on.
   *
   * @param damaged what the sources have told of; it grows while they move
   */
  public SkippingWalk(Walk walk, KeyRange range, Set<KeyRange> damaged) {
    super(walk);
    this.range = range;
    this.damaged = damaged;
  }

  @Override
  public List<KeyRange> leftOut() {
    return List.copyOf(leftOut);
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    return forward(KeyRange.atLeast(target), to -> to.seek(target));
  }

  @Override
  public boolean next() throws IOException {
    return forward(KeyRange.above(key()), Walk::next);
  }

  @Override
  public boolean last() throws IOException {
    return backward(KeyRange.all(), Walk::last);
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    return backward(KeyRange.below(limit), to -> to.seekBelow(limit));
  }

  @Override
  public boolean prev() throws IOException {
    return backward(KeyRange.below(key()), Walk::prev);
  }

  /** Makes a move to the first entry of some keys, or the first one after what is damaged. */
  private boolean forward(KeyRange wanted, Move first) throws IOException {
    boolean found = first.make(walk);
    for (KeyRange block = around(found); block != null; block = around(found)) {
      byte[] behind = block.to();
      found = behind != null && walk.seek(behind);
    }
    leaveOut(found ? wanted.intersect(KeyRange.below(key())) : wanted);
    return found;
  }

  /** Makes a move to the last entry of some keys, or the last one before what is damaged. */
  private boolean backward(KeyRange wanted, Move last) throws IOException {
    boolean found = last.make(walk);
    for (KeyRange block = around(found); block != null; block = around(found)) {
      found = walk.seekBelow(block.from());
    }
    leaveOut(found ? wanted.intersect(KeyRange.above(key())) : wanted);
    return found;
  }

  /** The keys of a damaged block among which the current key lies; null if there is none. */
  private @Nullable KeyRange around(boolean found) {
    byte[] key = found ? key() : null;
    return key == null
        ? null
        : damaged.stream().filter(block -> block.contains(key)).findFirst().orElse(null);
  }

  /** Notes what damaged blocks may have among keys that were passed. */
  private void leaveOut(KeyRange passed) {
    damaged.stream()
        .map(block -> block.intersect(range).intersect(passed))
        .filter(out -> !out.isEmpty())
        .forEach(leftOut::add);
  }
}
