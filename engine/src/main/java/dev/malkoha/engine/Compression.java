package dev.malkoha.engine;

/**
 * How the blocks of new tables are packed on disk. Each block says its own, so a store may be
 * opened with another one at any time; a block that would not gain an eighth is stored as it is.
 *
 * <p>What needs a library that is not there, or native code that may not be loaded, is refused when
 * the store is opened.
 */
public enum Compression {
  /** As they are. */
  NONE(0),
  /** Snappy: fast both ways. Needs {@code org.xerial.snappy:snappy-java} and its native code. */
  SNAPPY(1),
  /** LZ4, in plain Java: needs nothing more. */
  LZ4(2),
  /**
   * Zstandard: the smallest, and the slowest to read. Needs {@code com.github.luben:zstd-jni} and
   * its native code.
   */
  ZSTD(3);

  private final int id;

  Compression(int id) {
    this.id = id;
  }

  /** The number that stands for it in files. */
  public int id() {
    return id;
  }
}
