package dev.malkoha.bench.store;

/** A cursor that seeks both ways, as RocksDB's do. */
interface RocksSeeks extends StoreCursor {

  /** Moves to the last entry whose key is not above the given one. */
  boolean seekForPrev(byte[] key);
}
