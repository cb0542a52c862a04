package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.range.DeadRuns.KnownDead;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.EntryCursor;
import org.jspecify.annotations.Nullable;

/**
 * A walk that leaves out what damaged blocks may have held, and keeps the ranges that it left out.
 *
 * <p>It shows no key that a damaged block may have, of no table: an older value there might stand
 * in place of a lost one. A source is never behind the walk, so it has told of such a block by the
 * time that the walk comes to one of its keys.
 */
public final class SkippingWalk extends VisibleCursor {

  private final KeyRange range;

  /** The keys of damaged blocks that the sources have met: it grows while they move. */
  private final Set<KeyRange> damaged;

  private final List<KeyRange> leftOut = new ArrayList<>();

  /** Creates a walk that is a {@link VisibleCursor} but for what the sources cannot read. */
  public SkippingWalk(List<EntryCursor> sources, KnownDead known, Sight sight) {
    Set<KeyRange> met = new LinkedHashSet<>();
    EntryCursor source =
        MergingCursor.of(sources.stream().map(of -> new SkippingSource(of, met)).toList());
    Operands.Merging passing = key -> mergedOrPassed(sight.merging(), key, met);
    KnownDead untold = new KnownDead(known.runs(), _ -> {}); // it passes what it cannot read
    super(source, untold, sight.with(passing));
    this.range = sight.range();
    this.damaged = met;
  }

  /** Where what operands change is damaged, the key is among those that are stepped over then. */
  private static byte @Nullable [] mergedOrPassed(
      Operands.Merging merging, byte[] key, Set<KeyRange> damaged) throws IOException {
    try {
      return merging.merged(key);
    } catch (CorruptTableException e) {
      damaged.add(keysOf(e));
      return key;
    }
  }

  /** The keys of a damaged block; throws what does not tell them. */
  private static KeyRange keysOf(CorruptTableException damage) throws CorruptTableException {
    if (!damage.hasKeys()) {
      throw damage;
    }
    return KeyRange.closed(damage.firstKey(), damage.lastKey());
  }

  @Override
  public List<KeyRange> leftOut() {
    return List.copyOf(leftOut);
  }

  @Override
  public boolean seek(byte[] target) throws IOException {
    return forward(KeyRange.atLeast(target), super.seek(target));
  }

  @Override
  public boolean next() throws IOException {
    return forward(KeyRange.above(copyKey()), super.next());
  }

  @Override
  public boolean last() throws IOException {
    return backward(KeyRange.all(), super.last());
  }

  @Override
  public boolean seekBelow(byte[] limit) throws IOException {
    return backward(KeyRange.below(limit), super.seekBelow(limit));
  }

  @Override
  public boolean prev() throws IOException {
    return backward(KeyRange.below(copyKey()), super.prev());
  }

  /** Makes a move to the first entry of some keys, or the first one after what is damaged. */
  private boolean forward(KeyRange wanted, boolean moved) throws IOException {
    boolean found = moved;
    for (KeyRange block = around(found); block != null; block = around(found)) {
      byte[] behind = block.to();
      found = behind != null && super.seek(behind);
    }
    leaveOut(found ? wanted.intersect(KeyRange.below(copyKey())) : wanted);
    return found;
  }

  /** Makes a move to the last entry of some keys, or the last one before what is damaged. */
  private boolean backward(KeyRange wanted, boolean moved) throws IOException {
    boolean found = moved;
    for (KeyRange block = around(found); block != null; block = around(found)) {
      found = super.seekBelow(block.from());
    }
    leaveOut(found ? wanted.intersect(KeyRange.above(copyKey())) : wanted);
    return found;
  }

  /** The keys of a damaged block among which the current key lies; null if there is none. */
  private @Nullable KeyRange around(boolean found) {
    if (!found || damaged.isEmpty()) {
      return null;
    }
    byte[] key = copyKey();
    return damaged.stream().filter(block -> block.contains(key)).findFirst().orElse(null);
  }

  /** Notes what damaged blocks may have among keys that were passed. */
  private void leaveOut(KeyRange passed) {
    damaged.stream()
        .map(block -> block.intersect(range).intersect(passed))
        .filter(out -> !out.isEmpty())
        .forEach(leftOut::add);
  }

  /** A source that goes on beyond damaged blocks, and tells their keys. */
  private static final class SkippingSource extends EntryCursor {

    private final EntryCursor source;
    private final Set<KeyRange> damaged;

    /** Adds to {@code damaged} between which keys those of a damaged block lie, once it is met. */
    SkippingSource(EntryCursor source, Set<KeyRange> damaged) {
      this.source = source;
      this.damaged = damaged;
    }

    @Override
    public void seekToFirst() throws IOException {
      move(true, EntryCursor::seekToFirst);
    }

    @Override
    public void seekToLast() throws IOException {
      move(false, EntryCursor::seekToLast);
    }

    @Override
    public void seek(byte[] key, int offset, int length, long tag) throws IOException {
      move(true, to -> to.seek(key, offset, length, tag));
    }

    @Override
    public void seekBefore(byte[] key, int offset, int length) throws IOException {
      move(false, to -> to.seekBefore(key, offset, length));
    }

    @Override
    public void next() throws IOException {
      move(true, EntryCursor::next);
    }

    @Override
    public void nextKey() throws IOException {
      move(true, EntryCursor::nextKey);
    }

    @Override
    public void prev() throws IOException {
      move(false, EntryCursor::prev);
    }

    private void move(boolean isForward, MergingCursor.Seek first) throws IOException {
      invalidate();
      KeyRange left = KeyRange.all();
      CorruptTableException met = meet(first);
      while (met != null) {
        damaged.add(keysOf(met));
        byte[] begin = met.firstKey();
        KeyRange rest = isForward ? KeyRange.above(met.lastKey()) : KeyRange.below(begin);
        if (left.intersect(rest).equals(left)) {
          throw met; // no move reads a block that lies wholly on the side that it comes from
        }
        if (rest.isEmpty()) {
          return; // no key follows the greatest one there is
        }
        left = rest;
        byte[] next = rest.from();
        met =
            meet(
                isForward
                    ? to -> to.seek(next, 0, next.length, -1L)
                    : to -> to.seekBefore(begin, 0, begin.length));
      }
      standAs(source);
    }

    /** Makes a move; returns the damage that it meets, if any. */
    private @Nullable CorruptTableException meet(MergingCursor.Seek move) throws IOException {
      try {
        move.of(source);
        return null;
      } catch (CorruptTableException e) {
        return e;
      }
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
