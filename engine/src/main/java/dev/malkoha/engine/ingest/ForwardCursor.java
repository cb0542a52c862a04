package dev.malkoha.engine.ingest;

import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;

/**
 * A cursor that only goes from the first entry to the last, once: all that writing tables needs.
 */
abstract class ForwardCursor extends EntryCursor {

  /**
   * The tag of all entries that are being ingested: their sequence number is known only at the end.
   */
  static final long TAG = EntryKind.tag(0, EntryKind.PUT);

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

  /** Stands on an entry of a buffer, which is not changed meanwhile. */
  final void standOn(EntryBuffer buffer, int index) {
    byte[] bytes = buffer.bytes();
    int keyLength = buffer.keyLength(index);
    standOnKey(buffer.head(index), bytes, buffer.keyOffset(index), keyLength);
    standOnEntry(TAG, bytes, buffer.valueOffset(index), buffer.valueLength(index));
  }
}
