package dev.malkoha.engine.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One open table file, counted by those who hold a {@link Table} over it.
 *
 * <p>When the last one lets go, the file is closed, and deleted if an edit dropped the table. It
 * starts with one holder, its opener. What else changes is read and set by those tables.
 */
public final class OpenTable {

  private final TableMeta meta;
  private final Closeable file;
  private final long heapBytes;
  private final List<OpenValueFile> valueFiles;
  private final Consumer<OpenTable> onRelease;
  private final AtomicInteger holders = new AtomicInteger(1);

  /** Whether an edit dropped the table, so that its file goes with its last holder. */
  volatile boolean obsolete;

  /** Whether a job has claimed the table. Guarded by the version lock. */
  boolean busy;

  /** The ordinals of all deletes in the file; null if they are not known. */
  volatile long @Nullable [] tombstones;

  /** Range deletes up to this number that were in force before the file was written. */
  volatile long rangesApplied;

  /**
   * Wraps an open file.
   *
   * @param heapBytes what the table keeps in memory
   * @param valueFiles those that its entries point into, each held for the table
   * @param onRelease closes it when nobody holds it any more, and lets go of those
   */
  public OpenTable(
      TableMeta meta,
      Closeable file,
      long heapBytes,
      List<OpenValueFile> valueFiles,
      Consumer<OpenTable> onRelease) {
    this.valueFiles = List.copyOf(valueFiles);
    this.meta = meta;
    this.file = file;
    this.heapBytes = heapBytes;
    this.onRelease = onRelease;
  }

  /** What the manifest knows of the table. */
  public TableMeta meta() {
    return meta;
  }

  /** What the table keeps in memory: its filter, its index, and which entries are dead. */
  public long heapBytes() {
    return heapBytes;
  }

  /** The value files that its entries point into. */
  public List<OpenValueFile> valueFiles() {
    return valueFiles;
  }

  /** Closes the file. */
  public void close() throws IOException {
    file.close();
  }

  /** Whether an edit dropped the table. */
  public boolean isObsolete() {
    return obsolete;
  }

  void retain() {
    holders.incrementAndGet();
  }

  void release() {
    if (holders.decrementAndGet() == 0) {
      onRelease.accept(this);
    }
  }
}
