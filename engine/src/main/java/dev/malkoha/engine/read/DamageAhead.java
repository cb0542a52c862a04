package dev.malkoha.engine.read;

import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A source of a walk in which a damaged block stands as an entry at the end of it that is nearer.
 * So the walk shows what lies before it, and the damage is thrown when it goes on from there.
 */
public final class DamageAhead extends EntryCursor {

  /** Before all entries of a key, and after them. */
  private static final long NEWEST = -1L;

  private static final long OLDEST = 0;

  private interface Move {
    void make() throws IOException;
  }

  private final EntryCursor source;

  /** What this stands on in place of an entry; null if it stands where its source does. */
  private @Nullable CorruptTableException damage;

  /** Creates a cursor over another one, which is its own from then on. */
  public DamageAhead(EntryCursor source) {
    this.source = source;
  }

  @Override
  public void seekToFirst() throws IOException {
    forward(source::seekToFirst, null);
  }

  @Override
  public void seekToLast() throws IOException {
    backward(source::seekToLast, null);
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) throws IOException {
    byte[] from = Arrays.copyOfRange(key, offset, offset + length);
    forward(() -> source.seek(from, 0, length, tag), from);
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length) throws IOException {
    byte[] limit = Arrays.copyOfRange(key, offset, offset + length);
    backward(() -> source.seekBefore(limit, 0, length), limit);
  }

  @Override
  public void next() throws IOException {
    checkSound();
    forward(source::next, copyKey());
  }

  @Override
  public void nextKey() throws IOException {
    checkSound();
    forward(source::nextKey, copyKey());
  }

  @Override
  public void prev() throws IOException {
    checkSound();
    backward(source::prev, copyKey());
  }

  private void checkSound() throws CorruptTableException {
    if (damage != null) {
      invalidate();
      throw damage;
    }
  }

  /** Makes a move to a place at or above a key; what is damaged from there on is thrown at once. */
  private void forward(Move move, byte @Nullable [] from) throws IOException {
    begin();
    try {
      move.make();
      standAs(source);
    } catch (CorruptTableException e) {
      if (!e.hasKeys() || (from != null && Arrays.compareUnsigned(e.firstKey(), from) <= 0)) {
        throw e;
      }
      standOn(e, e.firstKey(), NEWEST);
    }
  }

  /** Makes a move to a place below a key; what is damaged up to there is thrown at once. */
  private void backward(Move move, byte @Nullable [] limit) throws IOException {
    begin();
    try {
      move.make();
      standAs(source);
    } catch (CorruptTableException e) {
      if (!e.hasKeys() || (limit != null && Arrays.compareUnsigned(e.lastKey(), limit) >= 0)) {
        throw e;
      }
      standOn(e, e.lastKey(), OLDEST);
    }
  }

  private void begin() {
    damage = null;
    invalidate();
  }

  private void standOn(CorruptTableException met, byte[] key, long tag) {
    damage = met;
    standOnKey(EntryOrder.prefix(key, 0, key.length), key, 0, key.length);
    standOnEntry(tag, key, 0, 0);
  }

  @Override
  public void close() {
    source.close();
  }
}
