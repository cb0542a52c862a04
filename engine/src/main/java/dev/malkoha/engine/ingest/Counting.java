package dev.malkoha.engine.ingest;

import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.function.LongConsumer;

/** A cursor over what another one goes over, which it owns; it tells how many that were so far. */
final class Counting extends ForwardCursor {

  private static final int TOLD_EVERY = 1 << 16;

  private final EntryCursor source;
  private final LongConsumer told;
  private long count;

  Counting(EntryCursor source, LongConsumer told) {
    this.source = source;
    this.told = told;
  }

  @Override
  public void seekToFirst() throws IOException {
    source.seekToFirst();
    stand();
  }

  @Override
  public void next() throws IOException {
    invalidate();
    source.next();
    stand();
  }

  private void stand() {
    standAs(source);
    if (source.valid() && ++count % TOLD_EVERY == 0) {
      told.accept(count);
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
