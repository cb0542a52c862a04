package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A read transaction of LMDB that is kept, which is what a snapshot is there. For one thread. */
record LmdbSnapshot(Lmdb lmdb, LmdbReader reader) implements StoreSnapshot {

  static byte @Nullable [] get(LmdbReader reader, byte[] key) {
    ByteBuffer value = reader.get(key);
    return value == null ? null : LmdbReader.copy(value);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return get(reader, key);
  }

  @Override
  public StoreCursor cursor() {
    return new LmdbCursor(reader, () -> {});
  }

  @Override
  public void close() {
    lmdb.release(reader);
  }
}
