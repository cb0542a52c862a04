package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;

/** LMDB's reads in place: buffers over its mapped pages. */
final class LmdbInPlace implements InPlace {

  private final Lmdb lmdb;

  LmdbInPlace(Lmdb lmdb) {
    this.lmdb = lmdb;
  }

  @Override
  public int firstByte(byte[] key) {
    LmdbReader reader = lmdb.own();
    try {
      ByteBuffer value = reader.get(key);
      return value == null ? -1 : first(value);
    } finally {
      reader.reset();
    }
  }

  @Override
  public void scan(Sink sink) {
    LmdbReader reader = lmdb.reader();
    try {
      Cursor<ByteBuffer> cursor = reader.cursor();
      for (boolean here = cursor.first(); here; here = cursor.next()) {
        sink.entry(cursor.key().getLong(0), first(cursor.val()));
      }
    } finally {
      lmdb.release(reader);
    }
  }

  private static int first(ByteBuffer value) {
    return Byte.toUnsignedInt(value.get(0));
  }
}
