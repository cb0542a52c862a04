package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;

/** A cursor of LMDB; its reader goes back to the pool, unless somebody else owns it. */
final class LmdbCursor implements StoreCursor {

  private final LmdbReader reader;
  private final Cursor<ByteBuffer> at;
  private final Runnable whenClosed;

  LmdbCursor(LmdbReader reader, Runnable whenClosed) {
    this.reader = reader;
    this.at = reader.cursor();
    this.whenClosed = whenClosed;
  }

  @Override
  public boolean first() {
    return at.first();
  }

  @Override
  public boolean last() {
    return at.last();
  }

  @Override
  public boolean seek(byte[] key) {
    return at.get(reader.key(key), GetOp.MDB_SET_RANGE);
  }

  @Override
  public boolean next() {
    return at.next();
  }

  @Override
  public boolean prev() {
    return at.prev();
  }

  @Override
  public byte[] key() {
    return LmdbReader.copy(at.key());
  }

  @Override
  public byte[] value() {
    return LmdbReader.copy(at.val());
  }

  @Override
  public void close() {
    whenClosed.run();
  }
}
