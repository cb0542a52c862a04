package dev.malkoha.engine.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One open table file, counted by those who hold a {@link Table} over it.
 *
 * <p>When the last one lets go, the file is closed, and deleted if an edit dropped the table. It
 * starts with one holder: whoever opened it.
 */
public final class OpenTable {

  private final TableMeta meta;
  private final Closeable file;
  private final OnRelease onRelease;
  private final AtomicInteger holders = new AtomicInteger(1);

  /** Whether an edit dropped the table, so that its file goes with its last holder. */
  private volatile boolean obsolete;

  /** Whether a running compaction has the table as an input. Guarded by the version lock. */
  private boolean busy;

  /** The ordinals of all deletes in the file; null if they are not known. */
  private volatile long @Nullable [] tombstones;

  /** Range deletes up to this number that were in force before the file was written. */
  private volatile long rangesApplied;

  /** What is done with a file that nobody holds any more. */
  public interface OnRelease {
    void released(OpenTable table);
  }

  /** Wraps an open file, to be closed at the end. */
  public OpenTable(TableMeta meta, Closeable file, OnRelease onRelease) {
    this.meta = meta;
    this.file = file;
    this.onRelease = onRelease;
  }

  /** What the manifest knows of the table. */
  public TableMeta meta() {
    return meta;
  }

  /** Closes the file. */
  public void close() throws IOException {
    file.close();
  }

  /** Whether an edit dropped the table. */
  public boolean isObsolete() {
    return obsolete;
  }

  long @Nullable [] tombstones() {
    return tombstones;
  }

  void rememberTombstones(long @Nullable [] ordinals) {
    tombstones = ordinals;
  }

  long rangesApplied() {
    return rangesApplied;
  }

  void rememberRangesApplied(long sequence) {
    rangesApplied = sequence;
  }

  void markObsolete() {
    obsolete = true;
  }

  boolean isBusy() {
    return busy;
  }

  void setBusy(boolean isBusy) {
    this.busy = isBusy;
  }

  void retain() {
    holders.incrementAndGet();
  }

  void release() {
    if (holders.decrementAndGet() == 0) {
      onRelease.released(this);
    }
  }
}
