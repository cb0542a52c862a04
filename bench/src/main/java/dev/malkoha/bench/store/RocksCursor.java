package dev.malkoha.bench.store;

import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A RocksDB iterator as a cursor. Not being at an entry is checked to be an end, not an error. */
final class RocksCursor implements RocksSeeks {

  private final RocksIterator at;

  RocksCursor(RocksIterator at) {
    this.at = at;
  }

  @Override
  public boolean first() {
    at.seekToFirst();
    return arrived();
  }

  @Override
  public boolean last() {
    at.seekToLast();
    return arrived();
  }

  @Override
  public boolean seek(byte[] key) {
    at.seek(key);
    return arrived();
  }

  @Override
  public boolean seekForPrev(byte[] key) {
    at.seekForPrev(key);
    return arrived();
  }

  @Override
  public boolean next() {
    at.next();
    return arrived();
  }

  @Override
  public boolean prev() {
    at.prev();
    return arrived();
  }

  @Override
  public byte[] key() {
    return at.key();
  }

  @Override
  public byte[] value() {
    return at.value();
  }

  @Override
  public void close() {
    at.close();
  }

  private boolean arrived() {
    if (at.isValid()) {
      return true;
    }
    try {
      at.status();
    } catch (RocksDBException e) {
      throw new IllegalStateException("rocksdb: scan failed: " + e.getMessage(), e);
    }
    return false;
  }
}
