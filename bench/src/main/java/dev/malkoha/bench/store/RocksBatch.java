package dev.malkoha.bench.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** A reusable batch of puts into one column family of RocksDB. */
final class RocksBatch implements Store.Batch {

  private final RocksDB db;
  private final WriteOptions writes;
  private final @Nullable ColumnFamilyHandle family;
  private final WriteBatch entries = new WriteBatch();

  /**
   * A batch of nothing.
   *
   * @param family null for the default one
   */
  RocksBatch(RocksDB db, WriteOptions writes, @Nullable ColumnFamilyHandle family) {
    this.db = db;
    this.writes = writes;
    this.family = family;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      if (family == null) {
        entries.put(key, value);
      } else {
        entries.put(family, key, value);
      }
    } catch (RocksDBException e) {
      throw RocksStore.failed("batch put", e);
    }
  }

  @Override
  public void commit() {
    try {
      db.write(writes, entries);
    } catch (RocksDBException e) {
      throw RocksStore.failed("write", e);
    }
    entries.clear();
  }

  @Override
  public void close() {
    entries.close();
  }
}
