package dev.malkoha.engine.ingest;

import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;

/**
 * A cursor that only goes from the first entry to the last, once: all that writing tables needs.
 */
abstract class ForwardCursor extends EntryCursor {

  private static UnsupportedOperationException onlyForward() {
    return new UnsupportedOperationException("the cursor only goes forward");
  }

  @Override
  public final void seekToLast() {
    throw onlyForward();
  }

  @Override
  public final void seek(byte[] key, int offset, int length, long tag) {
    throw onlyForward();
  }

  @Override
  public final void prev() {
    throw onlyForward();
  }

  @Override
  public abstract void seekToFirst() throws IOException;
}
