package dev.malkoha.engine.ingest;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A cursor that only goes forward from where it was put: all that writing tables needs. */
abstract class ForwardCursor extends EntryCursor {

  private static UnsupportedOperationException onlyForward() {
    return new UnsupportedOperationException("the cursor only goes forward");
  }

  @Override
  public final void seekToLast() {
    throw onlyForward();
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) {
    throw onlyForward();
  }

  @Override
  public final void prev() {
    throw onlyForward();
  }

  /** The part of another cursor's entries between two keys. It closes the other one. */
  static final class Part extends ForwardCursor {

    private static final long BEFORE_ALL = EntryKind.readTag(EntryKind.SEQUENCE_MAX);

    private final EntryCursor whole;
    private final byte[] from;
    private final byte @Nullable [] to;

    /**
     * Creates a cursor that is not valid until it is moved.
     *
     * @param from its first key
     * @param to the first key after it; null if it has no end
     */
    Part(EntryCursor whole, byte[] from, byte @Nullable [] to) {
      this.whole = whole;
      this.from = from;
      this.to = to;
    }

    @Override
    public void seekToFirst() throws IOException {
      whole.seek(from, 0, from.length, BEFORE_ALL);
      stand();
    }

    @Override
    public void next() throws IOException {
      whole.next();
      stand();
    }

    private void stand() {
      if (whole.valid() && (to == null || whole.compareKey(to) < 0)) {
        standAs(whole);
      } else {
        invalidate();
      }
    }

    @Override
    public void close() {
      invalidate();
      whole.close();
    }
  }
}
