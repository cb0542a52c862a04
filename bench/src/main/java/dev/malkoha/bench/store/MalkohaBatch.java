package dev.malkoha.bench.store;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.WriteBatch;

/** A reusable batch of puts into Malkoha. */
final class MalkohaBatch implements Store.Batch {

  /** Puts an entry by a batch. */
  interface Put {
    void put(WriteBatch entries, byte[] key, byte[] value);
  }

  private final Db db;
  private final Put put;
  private final Runnable wrote;
  private final WriteBatch entries = new WriteBatch();

  MalkohaBatch(Db db, Put put, Runnable wrote) {
    this.db = db;
    this.put = put;
    this.wrote = wrote;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    put.put(entries, key, value);
  }

  @Override
  public void commit() {
    db.write(entries);
    entries.clear();
    wrote.run();
  }

  @Override
  public void close() {
    entries.clear();
  }
}
