package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source of a {@link SkippingWalk}: it goes on beyond damaged blocks, and tells their keys. */
public final class SkippingSource extends EntryCursor {

  private final EntryCursor source;
  private final Consumer<KeyRange> damaged;

  /**
   * Creates a cursor over another one, which is its own from then on.
   *
   * @param damaged is told between which keys those of a damaged block lie, as soon as it is met
   */
  public SkippingSource(EntryCursor source, Consumer<KeyRange> damaged) {
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
      damaged.accept(KeyRange.closed(met.firstKey(), met.lastKey()));
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
      if (!e.hasKeys()) {
        throw e;
      }
      return e;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
