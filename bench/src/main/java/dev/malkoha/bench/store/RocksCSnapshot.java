package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.call;
import static dev.malkoha.bench.store.RocksCLibrary.make;

import org.jspecify.annotations.Nullable;

/** A RocksDB snapshot and the view that it keeps. */
final class RocksCSnapshot implements StoreSnapshot {

  private final long db;
  private final long moment;
  private final long reads;
  private final RocksCView view;

  /** Takes one of now. */
  RocksCSnapshot(long db) {
    this.db = db;
    moment = make("rocksdb_create_snapshot", db);
    reads = make("rocksdb_readoptions_create");
    call("rocksdb_readoptions_set_snapshot", reads, moment);
    view = new RocksCView(db, reads);
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
    call("rocksdb_readoptions_destroy", reads);
    call("rocksdb_release_snapshot", db, moment);
  }
}
