package dev.malkoha.engine.version;

import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableReader;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open table of the store, counted by the versions that hold it.
 *
 * <p>When the last version lets go, the reader is closed, and the file deleted if an edit dropped
 * the table. A table starts with one holder: whoever opened it.
 */
public final class Table {

  private final TableMeta meta;
  private final TableReader reader;
  private final OnRelease onRelease;
  private final AtomicInteger holders = new AtomicInteger(1);

  /** The first eight bytes of the least and greatest keys, for comparisons without the keys. */
  private final long smallestPrefix;

  private final long largestPrefix;

  /** Whether an edit dropped the table, so that its file goes with its last holder. */
  private volatile boolean obsolete;

  /** Whether a running compaction has the table as an input. Guarded by the picking lock. */
  private boolean busy;

  /** What is done with a table that nobody holds any more. */
  public interface OnRelease {
    void released(Table table);
  }

  /** Wraps an open reader. */
  public Table(TableMeta meta, TableReader reader, OnRelease onRelease) {
    this.meta = meta;
    this.reader = reader;
    this.onRelease = onRelease;
    this.smallestPrefix = EntryOrder.prefix(meta.smallestKey(), 0, meta.smallestKey().length);
    this.largestPrefix = EntryOrder.prefix(meta.largestKey(), 0, meta.largestKey().length);
  }

  /** What the manifest knows of the table. */
  public TableMeta meta() {
    return meta;
  }

  /** The open file. Only for those who hold a version with this table, or are in a read section. */
  public TableReader reader() {
    return reader;
  }

  /** Whether the key lies between the table's least and greatest keys. */
  public boolean covers(long prefix, byte[] key) {
    return compareSmallest(prefix, key) <= 0 && compareLargest(prefix, key) >= 0;
  }

  /** Compares the table's least key with a key. */
  int compareSmallest(long prefix, byte[] key) {
    return smallestPrefix != prefix
        ? Long.compareUnsigned(smallestPrefix, prefix)
        : Arrays.compareUnsigned(meta.smallestKey(), key);
  }

  /** Compares the table's greatest key with a key. */
  public int compareLargest(long prefix, byte[] key) {
    return largestPrefix != prefix
        ? Long.compareUnsigned(largestPrefix, prefix)
        : Arrays.compareUnsigned(meta.largestKey(), key);
  }

  /** Whether an edit dropped the table. */
  public boolean isObsolete() {
    return obsolete;
  }

  void markObsolete() {
    obsolete = true;
  }

  /** Whether a running compaction reads the table. */
  public boolean isBusy() {
    return busy;
  }

  /** Marks the table as an input of a compaction, or frees it. */
  public void setBusy(boolean isBusy) {
    this.busy = isBusy;
  }

  /** Adds a holder. Only while there is another one. */
  public void retain() {
    holders.incrementAndGet();
  }

  /** Takes a holder away. */
  public void release() {
    if (holders.decrementAndGet() == 0) {
      onRelease.released(this);
    }
  }
}
