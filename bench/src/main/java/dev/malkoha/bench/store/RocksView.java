package dev.malkoha.bench.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The view that RocksDB shows to reads with certain options; both belong to somebody else. */
final class RocksView implements View {

  private final RocksDB db;
  private final ReadOptions reads;

  RocksView(RocksDB db, ReadOptions reads) {
    this.db = db;
    this.reads = reads;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return db.get(reads, key);
    } catch (RocksDBException e) {
      throw RocksStore.failed("get", e);
    }
  }

  List<byte @Nullable []> getAll(List<byte[]> keys) {
    try {
      return db.multiGetAsList(reads, keys);
    } catch (RocksDBException e) {
      throw RocksStore.failed("multiGet", e);
    }
  }

  int get(byte[] key, byte[] into) {
    try {
      return db.get(reads, key, into);
    } catch (RocksDBException e) {
      throw RocksStore.failed("get", e);
    }
  }

  @Override
  public StoreCursor cursor() {
    return new RocksCursor(db.newIterator(reads));
  }
}
