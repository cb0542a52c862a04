package dev.malkoha.wal;

import dev.malkoha.storage.MappedFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A segment whose records may still be needed: a slot, where it begins, and how much is forced. */
final class Segment {

  private final Slot slot;
  private final long base;
  private final @Nullable MappedFile file;
  private long forced; // bytes of the file; guarded by the force lock of the log

  private Segment(Slot slot, long base, @Nullable MappedFile file) {
    this.slot = slot;
    this.base = base;
    this.file = file;
  }

  /** A segment of an earlier opening, all of it durable. */
  static Segment recovered(Slot slot, long base) {
    return new Segment(slot, base, null);
  }

  /** A segment being written. */
  static Segment written(Slot slot, long base, MappedFile file) {
    return new Segment(slot, base, file);
  }

  Slot slot() {
    return slot;
  }

  /** The position of the first record. */
  long base() {
    return base;
  }

  /** Makes the header and the records before this position durable. */
  void force(long position) throws IOException {
    long until = LogFormat.HEADER_BYTES + (position - base);
    if (file != null && until > forced) {
      file.force(forced, until - forced);
      forced = until;
    }
  }
}
