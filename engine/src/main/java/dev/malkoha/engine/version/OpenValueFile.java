package dev.malkoha.engine.version;

import dev.malkoha.sstable.value.ValueFileReader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One open value file, counted by the open tables that point into it.
 *
 * <p>When the last one lets go, the file is closed, and deleted if no table that the manifest names
 * points into it any more. One that no edit has named is its maker's, and goes with the tables that
 * were made with it.
 */
public final class OpenValueFile {

  private final ValueFileMeta meta;
  private final ValueFileReader reader;
  private final Consumer<OpenValueFile> onRelease;
  private final AtomicInteger holders = new AtomicInteger(1);
  private volatile boolean named;
  private volatile boolean obsolete;

  /**
   * Wraps an open file, held once.
   *
   * @param onRelease closes it when nobody holds it any more
   */
  public OpenValueFile(
      ValueFileMeta meta, ValueFileReader reader, Consumer<OpenValueFile> onRelease) {
    this.meta = meta;
    this.reader = reader;
    this.onRelease = onRelease;
  }

  /** What the manifest knows of the file. */
  public ValueFileMeta meta() {
    return meta;
  }

  /** Its values. */
  public ValueFileReader reader() {
    return reader;
  }

  /** Whether the file goes with its last holder. */
  public boolean isObsolete() {
    return obsolete;
  }

  /** Notes whether the manifest, which has named the file, still needs it. */
  void setNeeded(boolean isNeeded) {
    named = true;
    obsolete = !isNeeded;
  }

  /** Says that tables which point into it will not be named: if it was not, it will not be. */
  void markUnnamed() {
    if (!named) {
      obsolete = true;
    }
  }

  /** Says that the tables that point into it go for good. */
  void markDropped() {
    obsolete = true;
  }

  /** Adds a holder, unless the last one has let go. */
  public boolean tryRetain() {
    return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /** Takes a holder away. */
  public void release() {
    if (holders.decrementAndGet() == 0) {
      onRelease.accept(this);
    }
  }
}
