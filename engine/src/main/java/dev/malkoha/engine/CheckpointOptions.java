package dev.malkoha.engine;

/** How {@link Db#checkpoint(java.nio.file.Path, CheckpointOptions)} goes about it. Immutable. */
public final class CheckpointOptions {

  private final boolean readsAll;

  private CheckpointOptions(boolean readsAll) {
    this.readsAll = readsAll;
  }

  /** Links files that can be linked, without a look into them. */
  public static CheckpointOptions defaults() {
    return new CheckpointOptions(false);
  }

  /** Reads all files and refuses damaged ones, which takes as long as reading the store. */
  public static CheckpointOptions verify() {
    return new CheckpointOptions(true);
  }

  /**
   * Whether all files are read, and their bytes compared with what was written, before the
   * checkpoint is one; else only those that have to be copied.
   */
  public boolean readsAll() {
    return readsAll;
  }
}
