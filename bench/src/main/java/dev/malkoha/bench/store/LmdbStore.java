package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * LMDB by lmdbjava. Each put and delete is a write transaction of its own, as it is one write of
 * the other stores; a batch is one. It has no background work, no block cache (the system's pages
 * are all), no filters and no compression.
 */
final class LmdbStore implements Store {

  private final Lmdb lmdb;
  private final PutFlags[] flags;
  private final ThreadLocal<LmdbReader.Bytes> keys = ThreadLocal.withInitial(LmdbReader.Bytes::new);
  private final ThreadLocal<LmdbReader.Bytes> values =
      ThreadLocal.withInitial(LmdbReader.Bytes::new);

  LmdbStore(Path directory) {
    this(new Lmdb(directory));
  }

  private LmdbStore(Lmdb lmdb, PutFlags... flags) {
    this.lmdb = lmdb;
    this.flags = flags;
  }

  /** Pages are filled whole then. */
  @Override
  public Store appending() {
    return new LmdbStore(lmdb, PutFlags.MDB_APPEND);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try (Txn<ByteBuffer> txn = lmdb.env.txnWrite()) {
      put(txn, key, value);
      txn.commit();
    }
  }

  private void put(Txn<ByteBuffer> txn, byte[] key, byte[] value) {
    lmdb.entries.put(txn, keys.get().of(key), values.get().of(value), flags);
  }

  @Override
  public void delete(byte[] key) {
    try (Txn<ByteBuffer> txn = lmdb.env.txnWrite()) {
      lmdb.entries.delete(txn, keys.get().of(key));
      txn.commit();
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    LmdbReader reader = lmdb.own();
    try {
      return LmdbSnapshot.get(reader, key);
    } finally {
      reader.reset();
    }
  }

  @Override
  public int get(byte[] key, byte[] into) {
    LmdbReader reader = lmdb.own();
    try {
      ByteBuffer value = reader.get(key);
      if (value == null) {
        return -1;
      }
      value.get(value.position(), into, 0, value.remaining());
      return value.remaining();
    } finally {
      reader.reset();
    }
  }

  @Override
  public long count() {
    return lmdb.count();
  }

  @Override
  public StoreCursor cursor() {
    LmdbReader reader = lmdb.reader();
    return new LmdbCursor(reader, () -> lmdb.release(reader));
  }

  @Override
  public Optional<InPlace> inPlace() {
    return Optional.of(new LmdbInPlace(lmdb));
  }

  @Override
  public StoreSnapshot snapshot() {
    return new LmdbSnapshot(lmdb, lmdb.reader());
  }

  @Override
  public byte @Nullable [] pop() {
    try (Txn<ByteBuffer> txn = lmdb.env.txnWrite()) {
      byte[] head;
      try (Cursor<ByteBuffer> cursor = lmdb.entries.openCursor(txn)) {
        if (!cursor.first()) {
          return null;
        }
        head = new byte[cursor.key().remaining()];
        cursor.key().get(head);
        cursor.delete();
      }
      txn.commit();
      return head;
    }
  }

  @Override
  public Batch batch() {
    return new LmdbBatch();
  }

  /** One transaction, as nobody sees any of it before all is there. */
  @Override
  public void ingest(Iterator<Map.Entry<byte[], byte[]>> entries) {
    try (Txn<ByteBuffer> txn = lmdb.env.txnWrite()) {
      while (entries.hasNext()) {
        Map.Entry<byte[], byte[]> entry = entries.next();
        put(txn, entry.getKey(), entry.getValue());
      }
      txn.commit();
    }
  }

  @Override
  public void settle() {}

  @Override
  public void compact() {}

  @Override
  public Counters counters() {
    return Counters.ZERO;
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    return Map.of();
  }

  @Override
  public double filterBitsPerKey() {
    return 0;
  }

  @Override
  public long bytesOnDisk() {
    return lmdb.bytesUsed();
  }

  @Override
  public void close() {
    lmdb.close();
  }

  /** Its transaction begins with its first entry, and keeps other writers out until it ends. */
  private final class LmdbBatch implements Batch {

    private @Nullable Txn<ByteBuffer> open;

    @Override
    public void put(byte[] key, byte[] value) {
      Txn<ByteBuffer> txn = open;
      if (txn == null) {
        txn = lmdb.env.txnWrite();
        open = txn;
      }
      LmdbStore.this.put(txn, key, value);
    }

    @Override
    public void commit() {
      if (open != null) {
        open.commit();
      }
      close();
    }

    @Override
    public void close() {
      if (open != null) {
        open.close();
        open = null;
      }
    }
  }
}
