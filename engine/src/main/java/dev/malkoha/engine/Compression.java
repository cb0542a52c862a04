package dev.malkoha.engine;

/** How data blocks are compressed on disk. */
public enum Compression {
  /** Blocks are stored as they are. */
  NONE,
  /** Blocks are compressed with Snappy where that saves at least an eighth. */
  SNAPPY
}
