package dev.malkoha.engine.ingest;

/** A cursor over a part of a buffer whose entries are in order. */
final class BufferCursor extends ForwardCursor {

  private final EntryBuffer buffer;
  private final int from;
  private final int to;
  private int position;

  /** A cursor over the entries from one place to before another. */
  BufferCursor(EntryBuffer buffer, int from, int to) {
    this.buffer = buffer;
    this.from = from;
    this.to = to;
  }

  @Override
  public void seekToFirst() {
    position = from;
    stand();
  }

  @Override
  public void next() {
    position++;
    stand();
  }

  private void stand() {
    if (position < to) {
      standOn(buffer, position);
    } else {
      invalidate();
    }
  }

  @Override
  public void close() {
    invalidate();
  }
}
