package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Txn;

/**
 * A read transaction of LMDB and a cursor in it, both reset and renewed instead of being made
 * again. For one thread at a time.
 */
final class LmdbReader implements AutoCloseable {

  private final Lmdb lmdb;
  private final Txn<ByteBuffer> txn;
  private final Bytes key = new Bytes();
  private @Nullable Cursor<ByteBuffer> cursor;
  private boolean stale;

  LmdbReader(Lmdb lmdb) {
    this.lmdb = lmdb;
    this.txn = lmdb.env.txnRead();
    txn.reset();
  }

  /** The value of a key in LMDB's own memory, until the reader is reset; or null. */
  @Nullable ByteBuffer get(byte[] of) {
    return lmdb.entries.get(txn, key.of(of));
  }

  /** The cursor, nowhere yet if the reader has been renewed. */
  Cursor<ByteBuffer> cursor() {
    Cursor<ByteBuffer> at = cursor;
    if (at == null) {
      at = lmdb.entries.openCursor(txn);
      cursor = at;
    } else if (stale) {
      at.renew(txn);
    }
    stale = false;
    return at;
  }

  ByteBuffer key(byte[] of) {
    return key.of(of);
  }

  /** This, at the entries as they are now. */
  LmdbReader renewed() {
    txn.renew();
    stale = true;
    return this;
  }

  void reset() {
    txn.reset();
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
    txn.close();
  }

  /** A copy of what a buffer holds. */
  static byte[] copy(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  /** Native memory that arrays are handed to LMDB in, written over again and again. */
  static final class Bytes {

    private ByteBuffer buffer = ByteBuffer.allocateDirect(64);

    ByteBuffer of(byte[] array) {
      if (array.length > buffer.capacity()) {
        buffer = ByteBuffer.allocateDirect(Math.max(array.length, 2 * buffer.capacity()));
      }
      return buffer.clear().put(array).flip();
    }
  }
}
