package dev.malkoha.wal;

import dev.malkoha.storage.MappedFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A segment whose records may still be needed: a slot, where it begins, and how much is forced. */
final class Segment {

  private final Slot slot;
  private final SegmentHeader header;
  private final @Nullable MappedFile file;
  private long forced; // bytes of the file; guarded by the force lock of the log

  /** Whether the header is durable. */
  private volatile boolean isBegun;

  private Segment(Slot slot, SegmentHeader header, @Nullable MappedFile file) {
    this.slot = slot;
    this.header = header;
    this.file = file;
    this.isBegun = file == null;
  }

  /** A segment of an earlier opening, all of it durable. */
  static Segment recovered(Slot slot, SegmentHeader header) {
    return new Segment(slot, header, null);
  }

  /** A segment being written. */
  static Segment written(Slot slot, SegmentHeader header, MappedFile file) {
    return new Segment(slot, header, file);
  }

  Slot slot() {
    return slot;
  }

  SegmentHeader header() {
    return header;
  }

  /** The position of the first record. */
  long base() {
    return header.base();
  }

  /**
   * Whether all segments before may go if nothing before a position is needed. That something after
   * it was settled says that this one is durable. If it begins just there, it may be younger, and a
   * power cut would take it after those before had gone.
   */
  boolean mayBeFirst(long needed) {
    return base() < needed || (base() == needed && isBegun);
  }

  /** The header has been forced. */
  void begun() {
    isBegun = true;
  }

  /** The facts known once everything before this position is durable, this segment's header too. */
  LogProof proof(long durable) {
    return new LogProof(header.sequence(), header.slot(), durable);
  }

  /** Makes the header and the records before this position durable. */
  void force(long position) throws IOException {
    forceBytes(header.offset(position));
  }

  /** Makes all of a segment that ends at this position durable, the turn after it too. */
  void forceAll(long end) throws IOException {
    forceBytes(header.offset(end) + RecordHeader.BYTES);
  }

  private void forceBytes(long until) throws IOException {
    if (file != null && until > forced) {
      file.force(forced, until - forced);
      forced = until;
      isBegun = true;
    }
  }
}
