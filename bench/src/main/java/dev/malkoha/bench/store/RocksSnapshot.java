package dev.malkoha.bench.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/** A RocksDB snapshot and the view that it keeps. */
final class RocksSnapshot implements StoreSnapshot {

  private final RocksDB db;
  private final Snapshot moment;
  private final ReadOptions reads;
  private final RocksView view;

  private RocksSnapshot(RocksDB db, Snapshot moment) {
    this.db = db;
    this.moment = moment;
    this.reads = new ReadOptions().setSnapshot(moment);
    this.view = new RocksView(db, reads);
  }

  /** Takes one of now. */
  static RocksSnapshot of(RocksDB db) {
    return new RocksSnapshot(db, db.getSnapshot());
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return view.get(key);
  }

  @Override
  public StoreCursor cursor() {
    return view.cursor();
  }

  @Override
  public void close() {
    reads.close();
    db.releaseSnapshot(moment);
  }
}
