package dev.malkoha.engine.opening;

import module java.base;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/** The last mark of a store: the newer one of what its manifest says and what its log has. */
final class LastMark implements Log.RecordHandler {

  private final ManifestState state;
  private EditEntry.@Nullable Mark mark;

  /** Begins with what a manifest says. */
  LastMark(ManifestState state) {
    this.state = state;
    this.mark = state.mark();
  }

  /** Takes a record of the log, if it is a mark that counts. */
  @Override
  public void record(long position, byte[] buffer, int offset, int length) {
    try {
      long sequence = Batch.firstSequence(buffer, offset, length);
      byte[] label = Batch.markLabel(buffer, offset, length);
      if (label != null && state.isNewerMark(sequence)) {
        mark = new EditEntry.Mark(sequence, label);
      }
    } catch (MalformedBytesException e) {
      // the replay tells of it
    }
  }

  /** The mark; null if there is none. */
  EditEntry.@Nullable Mark mark() {
    return mark;
  }
}
